// Recent imports of journals: their outcome, refused rows, and requesting an undo.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { useRead } from '../../lib/api.js';
import { saveFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';

const SHOWN_MAX = 5;

type Import = ItemOf<'finance/journal/import/list'>;

export function JournalImports(): ReactNode {
  const { t } = useSpeech();
  const mayUndo = useMay('finance.journal.reverse');
  const [undone, setUndone] = useState<Import>();
  const { data } = useRead('finance/journal/import/list', { query: { s: SHOWN_MAX } });
  if (data === undefined || data.count === 0) return null;
  return (
    <div className="scroll-x">
      <table className="plain">
        <thead>
          <tr>
            <th>{t('journal.import.one')}</th>
            <th>{t('order.status')}</th>
            <th className="end">{t('journal.import.rows')}</th>
            <th className="end">{t('journal.import.refused')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data.result.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.label}</th>
              <td>
                <Badge state={one.state} />
              </td>
              <td className="end">{one.rows}</td>
              <td className="end">{one.refused}</td>
              <td className="end">
                {one.refused > 0 && (
                  <Button small onPress={() => void saveErrors(one.id)}>
                    {t('journal.import.errors')}
                  </Button>
                )}
                {one.state === 'POSTED' && mayUndo && (
                  <Button small onPress={() => setUndone(one)}>
                    {t('journal.import.undo')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {undone !== undefined && (
        <Confirm
          title={`${t('journal.import.undo')}: ${undone.label}`}
          action={t('journal.import.undo')}
          isDanger
          onClose={() => setUndone(undefined)}
          write={() =>
            write('put', 'finance/journal/import/undo/id/{id}', { path: { id: undone.id } })
          }
          done={{ say: t('journal.import.undo.requested'), touches: ['finance/journal'] }}
        >
          <p>{t('journal.import.undo.question')}</p>
        </Confirm>
      )}
    </div>
  );
}

const saveErrors = (id: number) =>
  saveFile('finance/journal/import/errors/id/{id}', { path: { id } });
