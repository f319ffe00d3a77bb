// Shows a cash batch's imports, with their outcome and refused rows.

import type { ReactNode } from 'react';
import { ScrollX } from '../../component/scroll-x.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { ImportRows } from '../import/list.js';

const SHOWN_MAX = 5;
const IMPORTS = 'finance/cash-transaction/batch/import';

export function CashBatchImports({ batchName }: { readonly batchName: string }): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead(`${IMPORTS}/list`, { query: { batchName, s: SHOWN_MAX } });
  if (data === undefined || data.count === 0) return null;
  const result = data.result.map((one) => ({ ...one, label: one.batchName }));
  return (
    <ScrollX>
      <ImportRows
        reply={{ count: data.count, result }}
        figures={[
          [t('journal.import.rows'), ({ rowCount }) => rowCount],
          [t('cash.batch.done'), ({ done }) => done],
          [t('cash.batch.unchanged'), ({ unchanged }) => unchanged],
          [t('journal.import.refused'), ({ refused }) => refused],
        ]}
        hasErrors={({ refused }) => refused > 0}
        saveErrors={(id) => saveFile(`${IMPORTS}/errors/id/{id}`, { path: { id } })}
      />
    </ScrollX>
  );
}
