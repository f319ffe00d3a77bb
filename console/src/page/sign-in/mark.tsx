// The logo and the title above the forms before sign-in.

import type { ReactNode } from 'react';

export function Mark({ title }: { readonly title: string }): ReactNode {
  return (
    <div className="mark">
      <img src="/console/mark.svg" alt="" />
      <h1>{title}</h1>
    </div>
  );
}
