import type { Progress } from '../../src/import/context.ts';

/** A stream of a terminal or of a log. */
export interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

export interface ShownProgress extends Progress {
  /** Removes the bar, so that other output can follow. */
  end(): void;
}

const BAR_WIDTH = 24;
/** Faster changes of a bar cannot be seen; more lines make a log harder to read. */
const BAR_EVERY_MS = 100;
const LINE_EVERY_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

/** Shows a bar with rows/s and time left on a terminal, and plain lines elsewhere. */
export function createProgress(screen: Screen, nowMs: () => number): ShownProgress {
  let title = '';
  let total: number | null = null;
  let rows = 0;
  let startedMs = nowMs();
  let shownMs = 0;
  const isBar = screen.isTTY === true;
  const show = () => {
    const line = toLine({ title, rows, total, elapsedMs: nowMs() - startedMs, isBar });
    screen.write(isBar ? CLEAR_LINE + line : `${line}\n`);
    shownMs = nowMs();
  };
  return {
    begin(newTitle, newTotal) {
      if (rows > 0) show();
      [title, total, rows, startedMs] = [newTitle, newTotal, 0, nowMs()];
      shownMs = nowMs();
    },
    advance(more) {
      rows += more;
      if (nowMs() - shownMs >= (isBar ? BAR_EVERY_MS : LINE_EVERY_MS)) show();
    },
    note(line) {
      screen.write(isBar ? `${CLEAR_LINE}${line}\n` : `${line}\n`);
    },
    end() {
      if (isBar) screen.write(CLEAR_LINE);
      else if (rows > 0) show();
      rows = 0;
    },
  };
}

interface State {
  title: string;
  rows: number;
  /** May be an estimate: there may be more rows. */
  total: number | null;
  elapsedMs: number;
  isBar: boolean;
}

function toLine({ title, rows, total, elapsedMs, isBar }: State): string {
  const perSecond = rows / Math.max(elapsedMs / 1_000, 0.001);
  const speed = `${rows} rows, ${Math.round(perSecond)} rows/s`;
  if (total === null) return `${title}: ${speed}`;
  const share = Math.min(1, rows / Math.max(total, 1));
  const percent = `${Math.floor(share * 100)} %`;
  const left = `${Math.ceil(Math.max(total - rows, 0) / Math.max(perSecond, 1))} s left`;
  if (!isBar) return `${title}: ${percent}, ${speed}, ${left}`;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${title} ${bar} ${percent}, ${speed}, ${left}`;
}
