// Shows an entry of the audit trail with the user, the operation, and the changes field by field.

import type { ReactNode } from 'react';
import { Dialog } from '../../component/dialog.js';
import { Differences } from '../../component/difference.js';
import { Loading, Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';

interface AuditEntryProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function AuditEntry({ id, onClose }: AuditEntryProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data, error } = useRead('security/audit/id/{id}', { path: { id } });
  return (
    <Dialog title={data?.operation ?? t('place.audit')} onClose={onClose} place="wide">
      {data === undefined ? (
        error ? (
          <Problem error={error} />
        ) : (
          <Loading />
        )
      ) : (
        <div className="stack">
          <Terms
            of={{
              [t('audit.who')]: data.principalName,
              [t('audit.at')]: format.dayAndTime(data.at),
              [t('audit.outcome')]: word(data.msgCode),
              [t('audit.record')]: data.subjectId,
              [t('audit.address')]: data.address,
              [t('audit.request')]: data.requestId,
            }}
          />
          {data.differences.length > 0 && (
            <Differences
              of={data.differences.map(({ record, recordId, member, ...values }) => ({
                ...values,
                member: `${record} ${recordId} ${member}`,
              }))}
            />
          )}
          {isOfChange(data.operation) && data.subjectId !== undefined ? (
            <ReferenceChange id={data.subjectId} />
          ) : (
            data.differences.length === 0 && <p className="soft">{t('audit.nothing')}</p>
          )}
        </div>
      )}
    </Dialog>
  );
}

const isOfChange = (operation: string): boolean => /^\w+ReferenceChange$/.test(operation);

/** Shows the record of a reference data change. */
function ReferenceChange({ id }: { readonly id: number }): ReactNode {
  const { data } = useRead('system/change/id/{id}', {
    path: { id },
    enabled: useMay('system.change.read'),
  });
  if (data === undefined) return null;
  return (
    <Differences
      of={data.differences.map(({ pointer, before, after }) => ({
        member: `${data.kind} ${data.subject} ${pointer}`,
        before,
        after,
      }))}
    />
  );
}
