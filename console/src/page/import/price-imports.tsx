// The imports of prices: what became of each, its refused rows, and its undo.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Empty, Panel } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { asking } from '../../lib/asking.js';
import { saveFile } from '../../lib/file.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

const SHOWN_MOST = 100;

type PriceImport = ItemOf<'order/security/price/import/list'>;

export function PriceImports(): ReactNode {
  const { t } = useSpeech();
  const [undone, setUndone] = useState<PriceImport>();
  const { data } = useRead('order/security/price/import/list', { query: { s: SHOWN_MOST } });
  return (
    <Panel title={t('import.of.prices')} flush>
      {data?.count === 0 && (
        <Empty title={t('import.none')}>
          <p>{t('import.prices.hint')}</p>
        </Empty>
      )}
      {data !== undefined && data.count > 0 && (
        <PriceImportTable imports={data.result} onUndo={setUndone} />
      )}
      {undone !== undefined && (
        <Confirm
          title={`${t('journal.import.undo')}: ${undone.label}`}
          action={t('journal.import.undo')}
          isDanger
          onClose={() => setUndone(undefined)}
          asking={() =>
            asking('put', 'order/security/price/import/undo/id/{id}', { path: { id: undone.id } })
          }
          done={{ say: t('import.undone'), touches: ['order/security', 'order/portfolio'] }}
        >
          <p>{t('import.prices.undo')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

interface PriceImportTableProps {
  readonly imports: readonly PriceImport[];
  readonly onUndo: (one: PriceImport) => void;
}

function PriceImportTable({ imports, onUndo }: PriceImportTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayUndo = useMay('market.price.import');
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('journal.import.one')}</th>
          <th>{t('order.status')}</th>
          <th>{t('cash.made-by')}</th>
          <th>{t('audit.at')}</th>
          <th className="end">{t('journal.import.rows')}</th>
          <th className="end">{t('import.prices.made')}</th>
          <th className="end">{t('journal.import.refused')}</th>
          <th className="end">{t('import.undone.count')}</th>
          <th>
            <span className="sr">{t('action.more')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {imports.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.label}</th>
            <td>
              <Badge state={one.state} />
            </td>
            <td>{one.createdBy}</td>
            <td>{format.dayAndTime(one.createdDttm)}</td>
            <td className="end">{one.rows}</td>
            <td className="end">{one.imported + one.replaced}</td>
            <td className="end">{one.refused}</td>
            <td className="end">{one.undone}</td>
            <td className="end">
              {one.refused > 0 && (
                <Button small onPress={() => void saveErrors(one.id)}>
                  {t('journal.import.errors')}
                </Button>
              )}
              {one.state === 'IMPORTED' && mayUndo && (
                <Button small onPress={() => onUndo(one)}>
                  {t('journal.import.undo')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const saveErrors = (id: number) =>
  saveFile('order/security/price/import/errors/id/{id}', { path: { id } });
