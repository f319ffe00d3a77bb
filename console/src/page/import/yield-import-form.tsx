// The form to import market discount rates.

import type { ReactNode } from 'react';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { DatedImportForm } from './dated-import-form.js';
import { bodyOf, type RowFile } from './row-file.js';

const MEMBERS = ['issue', 'date', 'rate'] as const;
const TOUCHES = ['order/marketyield', 'wealth'];

const importing = (file: RowFile, replace: boolean) =>
  write('post', 'order/marketyield/import', {
    query: { label: file.name, replace },
    body: bodyOf(file),
  });

export function YieldImportForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  return (
    <DatedImportForm
      of="yields"
      kind="MARKET_YIELD"
      members={MEMBERS.map((member) => ({ member, label: t(`yield.member.${member}`) }))}
      importing={importing}
      touches={TOUCHES}
      subjectOf={({ issue }) => issue}
      onClose={onClose}
    />
  );
}
