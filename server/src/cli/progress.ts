// Shows the progress of long-running work: a bar on a terminal, plain lines elsewhere, and nothing
// with --json.

import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** Counts one more item as done. */
  readonly step: (note?: string) => void;
  readonly end: () => void;
}

const LINE_EVERY = 25;

/** Shows the progress of `total` items on standard error. */
export function showProgress(title: string, total: number, quiet: boolean): Progress {
  if (quiet) return { step: () => undefined, end: () => undefined };
  return process.stderr.isTTY ? bar(title, total) : lines(title, total);
}

function bar(title: string, total: number): Progress {
  const shown = new SingleBar(
    { format: `${title.padEnd(24)} {bar} {value}/{total} {note}`, stream: process.stderr },
    Presets.shades_classic,
  );
  shown.start(total, 0, { note: '' });
  return {
    step: (note = '') => shown.increment({ note }),
    end: () => shown.stop(),
  };
}

function lines(title: string, total: number): Progress {
  let done = 0;
  return {
    step: () => {
      done += 1;
      if (done % LINE_EVERY === 0 || done === total) {
        process.stderr.write(`${title}: ${done} of ${total}\n`);
      }
    },
    end: () => undefined,
  };
}
