// The state of a form before sign-in. These forms do not use the form library of the other pages,
// so that the sign-in page loads quickly.

import { type SubmitEvent, useState } from 'react';

interface Entry {
  readonly isPending: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/**
 * Sends the form's fields, one submission at a time. A required field that is empty is focused
 * instead.
 * @param send receives a function from a field's name to its text
 */
export function useEntry(send: (textIn: (name: string) => string) => Promise<void>): Entry {
  const [isPending, setPending] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const empty = form.querySelector<HTMLInputElement>('input:invalid');
    if (empty !== null || isPending) {
      empty?.focus();
      return;
    }
    const data = new FormData(form);
    setPending(true);
    try {
      await send((name) => textOf(data.get(name)));
    } finally {
      setPending(false);
    }
  };
  return {
    isPending,
    onSubmit: (event) => {
      event.preventDefault();
      void submit(event.currentTarget);
    },
  };
}

const textOf = (value: FormDataEntryValue | null): string =>
  typeof value === 'string' ? value : '';
