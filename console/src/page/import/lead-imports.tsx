// The imports of leads: what became of each, its rows that became no lead, and its undo.

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

type LeadImport = ItemOf<'crm/lead/import/list'>;

export function LeadImports(): ReactNode {
  const { t } = useSpeech();
  const [undone, setUndone] = useState<LeadImport>();
  const { data } = useRead('crm/lead/import/list', { query: { s: SHOWN_MOST } });
  return (
    <Panel title={t('import.of.leads')} flush>
      {data?.count === 0 && (
        <Empty title={t('import.none')}>
          <p>{t('import.leads.hint')}</p>
        </Empty>
      )}
      {data !== undefined && data.count > 0 && (
        <LeadImportTable imports={data.result} onUndo={setUndone} />
      )}
      {undone !== undefined && (
        <Confirm
          title={`${t('journal.import.undo')}: ${undone.label}`}
          action={t('journal.import.undo')}
          isDanger
          onClose={() => setUndone(undefined)}
          asking={() => asking('put', 'crm/lead/import/undo/id/{id}', { path: { id: undone.id } })}
          done={{ say: t('import.undone'), touches: ['crm/lead'] }}
        >
          <p>{t('import.leads.undo')}</p>
        </Confirm>
      )}
    </Panel>
  );
}

interface LeadImportTableProps {
  readonly imports: readonly LeadImport[];
  readonly onUndo: (one: LeadImport) => void;
}

function LeadImportTable({ imports, onUndo }: LeadImportTableProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const mayUndo = useMay('crm.lead.import');
  return (
    <table className="plain">
      <thead>
        <tr>
          <th>{t('journal.import.one')}</th>
          <th>{t('order.status')}</th>
          <th>{t('cash.made-by')}</th>
          <th>{t('audit.at')}</th>
          <th className="end">{t('journal.import.rows')}</th>
          <th className="end">{t('import.captured')}</th>
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
            <td className="end">{one.captured}</td>
            <td className="end">{one.undone}</td>
            <td className="end">
              {one.rows > one.captured && (
                <Button small onPress={() => void saveErrors(one.id)}>
                  {t('journal.import.errors')}
                </Button>
              )}
              {one.state === 'COMMITTED' && mayUndo && (
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

const saveErrors = (id: number) => saveFile('crm/lead/import/errors/id/{id}', { path: { id } });
