// The ignored columns of a file.

import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';

export function UnreadColumns({ columns }: { readonly columns: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  const named = columns.filter((column) => column !== '');
  if (named.length === 0) return null;
  return <p className="notice wait">{t('import.unread', { columns: named.join(', ') })}</p>;
}
