// Pending changes to reference data, and records that are no longer in use.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay, useOwn } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { ChangeTerms } from '../approval/content.js';
import { TOUCHED } from './kind.js';
import type { ReferenceName } from './search.js';

const CHANGES_MAX = 500;
const NONE: readonly Change[] = [];

type Change = ItemOf<'system/change/list'>;

/**
 * Returns the pending changes to one record, or to all records of a kind. A user restricted to
 * certain offices does not see changes, because they apply to all offices.
 */
export function usePending(kind: ReferenceName, subject?: string): readonly Change[] {
  const maySee = useMaySeeChanges();
  const { data } = useRead('system/change/list', {
    query: { kind, subject, state: 'PENDING', s: CHANGES_MAX },
    enabled: maySee,
  });
  return data?.result ?? NONE;
}

export function useMaySeeChanges(): boolean {
  const own = useOwn();
  return own?.allOffices === true && own.may('system.change.read');
}

export function PendingChanges({ of }: { readonly of: readonly Change[] }): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [open, setOpen] = useState<number>();
  if (of.length === 0) return null;
  return (
    <div>
      <ul className="notice wait changes" aria-label={t('reference.waiting')}>
        {of.map((change) => (
          <li key={change.id}>
            <span>
              <strong>{change.subject}</strong>{' '}
              {t(change.baseVersion === 0 ? 'reference.waits-new' : 'reference.waits', {
                who: change.createdBy,
                age: format.age(change.createdDttm),
              })}
            </span>
            <Button small onPress={() => setOpen(change.id)}>
              {t('reference.what')}
            </Button>
            <Withdraw change={change} />
          </li>
        ))}
      </ul>
      {open !== undefined && <ChangeDialog id={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}

/** Shown only to the person who proposed the change. */
function Withdraw({ change }: { readonly change: Change }): ReactNode {
  const { t } = useSpeech();
  const own = useOwn();
  const mayWithdraw = useMay('system.change.withdraw');
  const [isAsking, setAsking] = useState(false);
  if (!mayWithdraw || own?.name !== change.createdBy) return null;
  const { id, subject: name } = change;
  return (
    <>
      <Button small onPress={() => setAsking(true)}>
        {t('reference.withdraw')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('reference.withdraw.title', { name })}
          action={t('reference.withdraw')}
          onClose={() => setAsking(false)}
          write={() => write('put', 'system/change/withdraw/id/{id}', { path: { id } })}
          done={{ say: t('reference.withdrawn', { name }), touches: TOUCHED }}
        />
      )}
    </>
  );
}

interface ChangeDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

/** One change with its proposer, its approver and the fields that differ. */
export function ChangeDialog({ id, onClose }: ChangeDialogProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const { data } = useRead('system/change/id/{id}', { path: { id } });
  const by = (who: string | undefined, at: string | undefined) =>
    who === undefined ? undefined : `${who}, ${format.dayAndTime(at)}`;
  return (
    <Dialog title={data?.subject ?? t('reference.what')} onClose={onClose} place="wide">
      <Terms
        of={{
          [t('order.status')]: word(data?.state),
          [t('reference.version')]: data?.appliedVersion,
          [t('reference.proposed-by')]: by(data?.createdBy, data?.createdDttm),
          [t('reference.decided-by')]: by(data?.decidedBy, data?.decidedDttm),
          [t('reference.decision-reason')]: data?.decisionReason,
        }}
      />
      <ChangeTerms id={id} />
    </Dialog>
  );
}
