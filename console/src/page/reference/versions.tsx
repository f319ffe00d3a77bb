// The versions of a reference data record, with their proposers, approvers and changes.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Panel } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { ChangeDialog, useMaySeeChanges } from './change-list.js';
import type { ReferenceName } from './search.js';

/** The maximum number of versions shown, newest first. */
const SHOWN_MAX = 100;

interface VersionsProps {
  readonly of: ReferenceName;
  readonly name: string;
}

export function Versions({ of, name }: VersionsProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const maySee = useMaySeeChanges();
  const [open, setOpen] = useState<number>();
  const { data, error } = useRead('system/change/version/list', {
    query: { kind: of, subject: name, s: SHOWN_MAX },
    enabled: maySee,
  });
  if (!maySee) return null;
  return (
    <Panel title={t('reference.versions')} flush>
      <Problem error={error} />
      <table className="plain">
        <thead>
          <tr>
            <th className="end">{t('reference.version')}</th>
            <th>{t('reference.proposed-by')}</th>
            <th>{t('reference.decided-by')}</th>
            <th>{t('reference.since')}</th>
            <th>
              <span className="sr">{t('action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {data?.result.map(({ id, version, madeBy, approvedBy, approvedDttm, changeId }) => (
            <tr key={id}>
              <th scope="row" className="end">
                {version}
              </th>
              <td>{madeBy}</td>
              <td>{changeId === undefined ? t('reference.shipped') : approvedBy}</td>
              <td>{format.dayAndTime(approvedDttm)}</td>
              <td className="end">
                {changeId !== undefined && (
                  <Button small onPress={() => setOpen(changeId)}>
                    {t('reference.what')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open !== undefined && <ChangeDialog id={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}
