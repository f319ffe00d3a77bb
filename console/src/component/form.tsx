// A form that is submitted with its button, or with Ctrl Enter from any field.

import type { FormEvent, FormEventHandler, KeyboardEvent, ReactNode } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';

/** The binding of a field to a form by its name. */
export interface Bound<Values extends FieldValues> {
  readonly control: Control<Values>;
  readonly name: FieldPath<Values>;
}

interface FormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
  /** Called on every change, because an earlier refusal no longer applies. */
  readonly onEdit?: () => void;
}

export function Form({ onSubmit, onEdit, children }: FormProps): ReactNode {
  const pressed = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return;
    const sends = event.ctrlKey || event.metaKey;
    const isSending = sends || event.target instanceof HTMLInputElement;
    // Otherwise, holding the key down would submit the form again, even after a quick reply.
    if (event.repeat && isSending) event.preventDefault();
    if (event.repeat || !sends) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (stopsAtUnread(event.currentTarget)) event.preventDefault();
    else onSubmit(event);
  };
  return (
    <form className="form" onSubmit={submit} onChange={onEdit} onKeyDown={pressed} noValidate>
      {children}
    </form>
  );
}

/** Focuses the first invalid amount or date, which then shows its error. */
function stopsAtUnread(form: HTMLFormElement): boolean {
  const [first, ...others] = form.querySelectorAll<HTMLInputElement>('input[data-unread]');
  if (first === undefined) return false;
  first.focus();
  for (const field of [first, ...others]) field.dispatchEvent(new Event('invalid'));
  return true;
}
