.read lines.sql
SELECT stack.name AS stack, change.kind, change.address, max(change.day) AS last_seen
FROM lines AS change
JOIN lines AS stack ON stack.line = 'input' AND stack.filename = change.filename AND stack.input = change.input
WHERE change.line = 'change'
  AND change.kind IN ('delete', 'replace')
  AND regexp_matches(change.type, '_(db|docdb|neptune|rds|redis|spanner|sql|database)')
  AND change.day > (SELECT max(day) FROM lines) - 7
GROUP BY ALL
ORDER BY ALL;
