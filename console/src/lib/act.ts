// Doing something: sent once, told when done, and its refusal kept beside what was tried.

import {
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useMemo,
  useRef,
  useState,
} from 'react';
import { refresh } from './api.js';
import type { Asking } from './asking.js';
import { notify, notifyProblem, notifyWarning } from './toast.js';
import { warningsOf } from './warning.js';

/** Of many writes, so many are under way at once. */
const AT_ONCE = 4;

export interface Act {
  readonly isPending: boolean;
  readonly error: unknown;
  /** Sends; the reply, or undefined when it was refused, or when another one is under way. */
  readonly run: <Reply>(asking: Asking<Reply>, done: Done) => Promise<Reply | undefined>;
  readonly clear: () => void;
}

export interface Done {
  /** What to say; nothing where the page shows what came of it. */
  readonly say?: string;
  /** Beginnings of paths whose replies are old now. */
  readonly touches: readonly string[];
  /** Refusals come as a toast, where there is no form to show them in. */
  readonly asToast?: boolean;
}

export function useAct(): Act {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const underWay = useRef(false);
  return useMemo(
    () => actOf({ isPending, error, underWay, setPending, setError }),
    [isPending, error],
  );
}

interface ActState {
  readonly isPending: boolean;
  readonly error: unknown;
  /** Known at once, where `isPending` is known when the page was drawn anew. */
  readonly underWay: RefObject<boolean>;
  readonly setPending: Dispatch<SetStateAction<boolean>>;
  readonly setError: Dispatch<SetStateAction<unknown>>;
}

function actOf({ isPending, error, underWay, setPending, setError }: ActState): Act {
  return {
    isPending,
    error,
    clear: () => setError(undefined),
    run: async (asking, { say, touches, asToast }) => {
      // A key that is held down asks many times for what is meant once.
      if (underWay.current) return undefined;
      underWay.current = true;
      setPending(true);
      setError(undefined);
      try {
        const reply = await asking.send();
        if (say !== undefined) notify(say);
        for (const warning of warningsOf(reply)) notifyWarning(warning);
        void refresh(...touches);
        return reply;
      } catch (refusal) {
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

/** What came of one of many. */
export interface Outcome {
  readonly label: string;
  readonly error: unknown;
}

export interface Each {
  readonly label: string;
  readonly asking: Asking<unknown>;
}

/** Sends many, a few at a time, and tells of each when it is known. */
export async function runEach(
  all: readonly Each[],
  told: (outcome: Outcome) => void,
): Promise<void> {
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { label, asking } = next;
      const error = await asking.send().then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      told({ label, error });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
