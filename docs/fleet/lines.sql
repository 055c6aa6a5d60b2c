-- Lines of all reports, with the columns that questions need; what a line does not have is null.
CREATE VIEW lines AS
SELECT *, parse_filename(filename, true)::DATE AS day
FROM read_json('reports/*.jsonl', format = 'newline_delimited', filename = true, columns = {
    line: 'VARCHAR', input: 'INTEGER', name: 'VARCHAR', timestamp: 'TIMESTAMP', kind: 'VARCHAR',
    type: 'VARCHAR', address: 'VARCHAR', why: 'VARCHAR', rule: 'VARCHAR', level: 'VARCHAR',
    standing: 'VARCHAR', status: 'VARCHAR', code: 'VARCHAR'
});
