// Sends a write once, reports its success, and stores its refusal for the form to show.

import { isProblem } from '@countinghouse/sdk';
import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useMemo,
  useRef,
  useState,
} from 'react';
import { refresh } from './api.js';
import { forget } from './session.js';
import { notify, notifyProblem, notifyWarning } from './toast.js';
import { isUnanswered, Unanswered } from './unanswered.js';
import { warningsOf } from './warning.js';
import type { Write } from './write.js';

/** Number of writes in flight when many are sent. */
const CONCURRENT_MAX = 4;

export interface Act {
  readonly isPending: boolean;
  readonly error: unknown;
  /**
   * Sends the write. Returns the reply, or undefined if it was refused or another write is in
   * flight. While a write is unanswered, another call checks its outcome and sends nothing new.
   */
  readonly run: <Reply>(write: Write<Reply>, done: Done) => Promise<Reply | undefined>;
  readonly clear: () => void;
}

export interface Done {
  /** The success message. Omitted if the page itself shows the outcome. */
  readonly say?: string;
  /** Prefixes of the paths whose cached replies become stale. */
  readonly touches: readonly string[];
  /** True to show refusals as a toast, for writes without a form. */
  readonly asToast?: boolean;
}

export function useAct(): Act {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const underWay = useRef(false);
  const checkAgain = useRef<() => void>(undefined);
  return useMemo(
    () => actOf({ isPending, error, underWay, checkAgain, setPending, setError }),
    [isPending, error],
  );
}

interface ActState {
  readonly isPending: boolean;
  readonly error: unknown;
  /** Set immediately. `isPending` changes only with the next render. */
  readonly underWay: RefObject<boolean>;
  /** Set while a write is unanswered. */
  readonly checkAgain: RefObject<(() => void) | undefined>;
  readonly setPending: Dispatch<SetStateAction<boolean>>;
  readonly setError: Dispatch<SetStateAction<unknown>>;
}

function actOf(state: ActState): Act {
  const { isPending, error, underWay, checkAgain, setPending, setError } = state;
  return {
    isPending,
    error,
    // Editing the form does not clear an unanswered write.
    clear: () => {
      if (checkAgain.current === undefined) setError(undefined);
    },
    run: async (write, { say, touches, asToast }) => {
      // Otherwise, holding a key down would send the same write many times.
      if (underWay.current) {
        checkAgain.current?.();
        return undefined;
      }
      underWay.current = true;
      setPending(true);
      setError(undefined);
      try {
        const reply = await (asToast ? write.send() : sendUntilAnswered(write, state));
        if (say !== undefined) notify(say);
        for (const warning of warningsOf(reply)) notifyWarning(warning);
        void refresh(...touches);
        return reply;
      } catch (refusal) {
        // The sign-in page is shown next. The form's draft is kept.
        if (isProblem(refusal, 'INVALID_CREDENTIALS')) forget();
        if (asToast) notifyProblem(refusal);
        else setError(refusal);
        return undefined;
      } finally {
        underWay.current = false;
        setPending(false);
      }
    },
  };
}

/** If the first attempt gets no answer, waits until the user checks it with the same key. */
async function sendUntilAnswered<Reply>(
  write: Write<Reply>,
  { checkAgain, setPending, setError }: ActState,
): Promise<Reply> {
  for (;;) {
    try {
      return await write.send();
    } catch (error) {
      if (!isUnanswered(error)) throw error;
      await new Promise<void>((resolve) => {
        checkAgain.current = resolve;
        setPending(false);
        setError(new Unanswered(resolve));
      });
      checkAgain.current = undefined;
      setPending(true);
      setError(undefined);
    }
  }
}

/** The outcome of one write in a series. */
export interface Outcome {
  readonly label: string;
  readonly error: unknown;
}

export interface Each {
  readonly label: string;
  readonly write: Write<unknown>;
}

/** Sends many writes, a few at a time, and reports each outcome. */
export async function runEach(
  all: readonly Each[],
  report: (outcome: Outcome) => void,
): Promise<void> {
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { label, write } = next;
      const error = await write.send().then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      report({ label, error });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_MAX }, work));
}
