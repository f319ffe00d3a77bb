// Drafts: what was typed and not sent is there again after a reload, or an ended session.

import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

const PREFIX = 'countinghouse.draft.';

/** The draft of a form, laid over its first values. */
export function draftOf<T extends object>(name: string, first: T): T {
  const text = sessionStorage.getItem(PREFIX + name);
  if (text === null) return first;
  try {
    return { ...first, ...JSON.parse(text) };
  } catch {
    return first;
  }
}

export function dropDraft(name: string): void {
  sessionStorage.removeItem(PREFIX + name);
}

/** Keeps what a form holds, at every change. */
export function useDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>): void {
  useEffect(() => {
    const watching = form.watch((values) => {
      sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
    });
    return () => watching.unsubscribe();
  }, [name, form]);
}
