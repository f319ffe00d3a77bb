// Keeps drafts, which are unsent input, when the page reloads or the session expires.

import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PREFIX = 'countinghouse.draft.';

/** Returns a form's draft, merged over its initial values. */
export function draftOf<T extends object>(name: string, first: T): T {
  const text = sessionStorage.getItem(PREFIX + name);
  if (text === null) return first;
  try {
    return { ...first, ...JSON.parse(text) };
  } catch {
    return first;
  }
}

export function keepDraft(name: string, draft: object): void {
  sessionStorage.setItem(PREFIX + name, JSON.stringify(draft));
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Deletes every draft, so that the next user of this tab does not see them. */
export function dropDrafts(): void {
  const names = Object.keys(sessionStorage).filter((name) => name.startsWith(PREFIX));
  for (const name of names) sessionStorage.removeItem(name);
}

/** Saves a form's values on every change. */
export function useDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>): void {
  useEffect(() => {
    const watching = form.watch((values) => keepDraft(name, values));
    return () => watching.unsubscribe();
  }, [name, form]);
}
