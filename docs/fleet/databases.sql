.read lines.sql
SELECT stack.name AS stack, change.kind, change.address, max(stack.made) AS planned
FROM lines AS change
JOIN (SELECT *, coalesce(timestamp::DATE, day) AS made FROM lines WHERE line = 'input') AS stack
  ON stack.filename = change.filename AND stack.input = change.input
WHERE change.line = 'change'
  AND change.kind IN ('delete', 'replace')
  AND regexp_matches(change.type, '_(db|docdb|neptune|rds|redis|spanner|sql|database)')
  AND stack.made > (SELECT max(day) FROM lines) - 7
GROUP BY ALL
ORDER BY ALL;
