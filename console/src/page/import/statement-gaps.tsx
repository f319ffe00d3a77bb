// Lists bank statements that do not continue the previous one. The user must import the missing
// statement or undo the overlapping one.

import type { ReactNode } from 'react';
import { Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';

const SHOWN_MAX = 100;

/** Shows nothing if there is no gap or overlap. */
export function StatementGaps(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const { data } = useRead('finance/bank-statement/page/list', {
    query: { gap: true, s: SHOWN_MAX },
  });
  if (data === undefined || data.count === 0) return null;
  return (
    <Panel title={t('import.gap.title')} flush>
      <p className="soft padded">{t('import.gap.hint')}</p>
      <table className="plain">
        <thead>
          <tr>
            <th>{t('ledger.account')}</th>
            <th>{t('import.gap.number')}</th>
            <th>{t('import.gap.closed')}</th>
            <th>{t('import.gap.kind')}</th>
            <th className="end">{t('import.gap.expected')}</th>
            <th className="end">{t('ledger.opening')}</th>
            <th className="end">{t('ledger.closing')}</th>
            <th className="end">{t('import.gap.books')}</th>
          </tr>
        </thead>
        <tbody>
          {data.result.map((page) => (
            <tr key={page.id}>
              <th scope="row">{page.accountName}</th>
              <td>{[page.number, page.sequence].filter(Boolean).join('/')}</td>
              <td>{format.day(page.closedOn)}</td>
              <td>{t(page.gap === 'OVERLAP' ? 'import.gap.OVERLAP' : 'import.gap.GAP')}</td>
              <td className="end">
                {page.expectedBalance !== undefined &&
                  format.amount(page.expectedBalance, page.currency)}
              </td>
              <td className="end">{format.amount(page.openingBalance, page.currency)}</td>
              <td className="end">{format.amount(page.closingBalance, page.currency)}</td>
              <td className="end">{format.amount(page.ledgerBalance, page.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
