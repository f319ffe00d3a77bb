// Shows a record once it is loaded, and its loading state or error until then.

import type { ReactNode } from 'react';
import { Loading } from './page.js';
import { Problem } from './problem.js';

/** Shows the record, its error, or its loading state. */
export function Loaded<Reply>(props: {
  readonly of: { readonly data: Reply | undefined; readonly error: Error | null };
  readonly children: (data: Reply) => ReactNode;
}): ReactNode {
  const { data, error } = props.of;
  if (data !== undefined) return props.children(data);
  return error ? <Problem error={error} /> : <Loading />;
}
