// The actions on one deposit, commercial paper or bill: start, withdraw, terminate early, open the
// certificate.

import { type ReactNode, useState } from 'react';
import { ActionMenu, type MenuAction } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { EarlyEndForm } from './early-end.js';
import {
  cancelOf,
  type Instrument,
  openCertificate,
  type Placed,
  permissionOf,
} from './instrument.js';
import { PLACEMENT_TOUCHES } from './placement.js';
import { StartNow } from './start-now.js';

interface ActsProps {
  readonly kind: Instrument;
  readonly customerId: number;
  readonly of: Placed;
}

type Act = 'start' | 'cancel' | 'end';

export function Acts({ kind, customerId, of }: ActsProps): ReactNode {
  const { t } = useSpeech();
  const [open, setOpen] = useState<Act>();
  const isPending = of.status === 'PENDING';
  const mayStart = useMay(permissionOf(kind, 'post')) && isPending;
  const mayCancel = useMay(permissionOf(kind, 'cancel')) && isPending;
  const mayEnd = useMay(permissionOf(kind, 'terminate')) && of.status === 'RUNNING';
  const hasRun = !isPending && of.terminationReason !== 'CANCELLED';
  const offer = (act: Act): MenuAction => ({
    id: act,
    label: t(`placement.${act}`),
    onAction: () => setOpen(act),
  });
  const certificate: MenuAction = {
    id: 'certificate',
    label: t('placement.certificate'),
    onAction: () => openCertificate(kind, of.id),
  };
  const actions = [
    ...(mayCancel ? [offer('cancel')] : []),
    ...(mayEnd ? [offer('end')] : []),
    ...(hasRun ? [certificate] : []),
  ];
  return (
    <span className="actions end">
      {mayStart && (
        <Button small onPress={() => setOpen('start')}>
          {t('placement.start')}
        </Button>
      )}
      {actions.length > 0 && <ActionMenu actions={actions} small />}
      <Opened {...{ kind, customerId, of }} open={open} onClose={() => setOpen(undefined)} />
    </span>
  );
}

interface OpenedProps extends ActsProps {
  readonly open: Act | undefined;
  readonly onClose: () => void;
}

function Opened({ kind, customerId, of, open, onClose }: OpenedProps): ReactNode {
  const { t } = useSpeech();
  switch (open) {
    case 'start':
      return (
        <Dialog title={`${t('placement.start')} ${of.name}`} onClose={onClose}>
          <StartNow kind={kind} id={of.id} onClose={onClose} />
        </Dialog>
      );
    case 'cancel':
      return (
        <Confirm
          title={`${t('placement.cancel')} ${of.name}`}
          action={t('placement.cancel')}
          isDanger
          onClose={onClose}
          write={() => cancelOf(kind, of.id)}
          done={{ say: t('placement.cancelled'), touches: PLACEMENT_TOUCHES }}
        >
          <p>{t('placement.cancel.question')}</p>
        </Confirm>
      );
    case 'end':
      return (
        <Dialog title={`${t('placement.end')} ${of.name}`} onClose={onClose} place="side">
          <EarlyEndForm {...{ kind, customerId, of }} onClose={onClose} />
        </Dialog>
      );
    case undefined:
      return null;
  }
}
