/** The suite's table: one row for each debate. */

/** What is told of a cell in which everything holds. */
export interface CellReport {
  /** How it ended. */
  ended: string;
  /** Turns, each once, in the log and in the transcript. */
  turns?: number;
  /** Events, each id once, in the same order for a reader of another process. */
  events?: number;
  /** Calls beyond those of a calm debate, or those after the first of an act that failed for good. */
  again?: number;
  ms: number;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);
const row = (cells: (string | number)[]) => say(`| ${cells.join(" | ")} |`);

/** Prints rows as they come, and keeps what did not hold. */
export function createReport() {
  const failures: string[] = [];
  let held = 0;
  const head = ["fault", "moment", "how it ended", "turns, each once", "events, one log", "calls again", "s"];
  row(head);
  row(head.map(() => "---"));
  return {
    failures,
    async add(fault: string, moment: string, play: Promise<CellReport>): Promise<void> {
      try {
        const { ended, turns = "", events = "", again = "", ms } = await play;
        held += 1;
        row([fault, moment, ended, turns, events, again, (ms / 1000).toFixed(1)]);
      } catch (error) {
        failures.push(`${fault}, ${moment}: ${(error as Error).message}`);
        row([fault, moment, "FAILED", "", "", "", ""]);
      }
    },
    close(startedAt: number): void {
      for (const failure of failures) say(`\n${failure}`);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      say(`\n${held} cells hold, ${failures.length} do not; ${seconds} s`);
    },
  };
}
