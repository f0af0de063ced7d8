/** The lines of a log: time, level, task; lines without a time belong to the one before. */

export interface LogLine {
  readonly number: number;
  readonly atMs: number;
  readonly level: string;
  readonly task: string;
  readonly text: string;
}

const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)\s+([A-Z]+)\s+([^\s:]+(?: [^:]*)?): ?(.*)$/;
// Spark's: 26/11/19 13:01:15 INFO TaskSetManager: ...
const SPARK = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d:\d\d:\d\d) ([A-Z]+) ([\w.$]+): ?(.*)$/;

export function logLines(text: string): LogLine[] {
  const lines: { number: number; atMs: number; level: string; task: string; text: string }[] = [];
  text.split("\n").forEach((line, number) => {
    const own = LINE.exec(line);
    const spark = own === null ? SPARK.exec(line) : null;
    const last = lines.at(-1);
    if (own !== null) {
      lines.push({
        number,
        atMs: Date.parse(own[1] ?? ""),
        level: own[2] ?? "",
        task: own[3] ?? "",
        text: own[4] ?? "",
      });
    } else if (spark !== null) {
      const atMs = Date.parse(`20${spark[1]}-${spark[2]}-${spark[3]}T${spark[4]}`);
      lines.push({ number, atMs, level: spark[5] ?? "", task: spark[6] ?? "", text: spark[7] ?? "" });
    } else if (last !== undefined) last.text += `\n${line}`;
    else if (line !== "") lines.push({ number, atMs: 0, level: "", task: "", text: line });
  });
  return lines.map((line) => ({ ...line, text: line.text.replace(/\n+$/, "") }));
}

const LEVELS = ["TRACE", "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "FATAL", "CRITICAL"];

export function isAtLeast(line: LogLine, level: string): boolean {
  return LEVELS.indexOf(line.level) >= LEVELS.indexOf(level);
}
