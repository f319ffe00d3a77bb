// A form that is sent by its button, or from any of its fields by Ctrl Enter.

import type { FormEventHandler, KeyboardEvent, ReactNode } from 'react';

interface FormProps {
  readonly onSubmit: FormEventHandler<HTMLFormElement>;
  readonly children: ReactNode;
  /** Told of every change: what was refused before it is of another form. */
  readonly onEdit?: () => void;
}

export function Form({ onSubmit, onEdit, children }: FormProps): ReactNode {
  const pressed = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter') return;
    const sends = event.ctrlKey || event.metaKey;
    const isSending = sends || event.target instanceof HTMLInputElement;
    // A key that is held down asks again for what is meant once, also after a quick reply.
    if (event.repeat && isSending) event.preventDefault();
    if (event.repeat || !sends) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  return (
    <form className="form" onSubmit={onSubmit} onChange={onEdit} onKeyDown={pressed} noValidate>
      {children}
    </form>
  );
}
