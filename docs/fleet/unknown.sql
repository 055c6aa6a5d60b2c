.read lines.sql
SELECT day, name AS stack, code FROM lines WHERE line = 'error' ORDER BY ALL;
