// The form to import prices.

import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { DatedImportForm } from './dated-import-form.js';
import { bodyOf, type RowFile } from './row-file.js';

const MEMBERS = ['security', 'date', 'open', 'high', 'low', 'close', 'volume'] as const;
const TOUCHES = ['order/security', 'order/portfolio'];

const importing = (file: RowFile, replace: boolean) =>
  write('post', 'order/security/price/import', {
    query: { label: file.name, replace },
    body: bodyOf(file),
  });

export function PriceImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  return (
    <DatedImportForm
      of="prices"
      kind="PRICE"
      members={MEMBERS.map((member) => ({ member, label: t(`price.member.${member}`) }))}
      importing={importing}
      touches={TOUCHES}
      subjectOf={({ security }) => security}
      onClose={onClose}
    />
  );
}
