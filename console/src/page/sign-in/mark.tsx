// The head of the forms before the sign-in: the mark of the program, and what the form is for.

import type { ReactNode } from 'react';

export function Mark({ title }: { readonly title: string }): ReactNode {
  return (
    <div className="mark">
      <img src="/console/mark.svg" alt="" />
      <h1>{title}</h1>
    </div>
  );
}
