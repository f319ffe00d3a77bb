// The record behind an item that waits for approval, once it is loaded.

import type { ReactNode } from 'react';
import { Loading } from '../../component/page.js';
import { Problem } from '../../component/problem.js';

/** Shows the loaded record, or its error or loading state. */
export function Loaded<Reply>(props: {
  readonly of: { readonly data: Reply | undefined; readonly error: Error | null };
  readonly children: (data: Reply) => ReactNode;
}): ReactNode {
  const { data, error } = props.of;
  if (data !== undefined) return props.children(data);
  return error ? <Problem error={error} /> : <Loading />;
}
