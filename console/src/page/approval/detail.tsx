// Shows an item waiting for approval, with its changes, journal and requester. The user approves or
// rejects it.

import { type ReactNode, useState } from 'react';
import { ActionMenu, copyCurl } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { useAct } from '../../lib/act.js';
import { refresh, useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useKeys } from '../../lib/key.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { type Write, write } from '../../lib/write.js';
import { SettlementTerms } from '../settlement/settlement.js';
import { Cash, Change, Import, Journal } from './content.js';
import { Allotment, Claim, Transfer } from './custody-content.js';
import { Delivery, EventSettlement } from './event-content.js';
import { Customer, Distribution, FundOrder, Nav, Reset, Settlement } from './fund-content.js';
import type { DetailProps, WaitingItem } from './item.js';
import { type ItemKind, KINDS, TOUCHED } from './kind.js';

const CONTENTS: Readonly<Record<ItemKind, (props: DetailProps) => ReactNode>> = {
  CASH: Cash,
  REVERSAL: Cash,
  CHANGE: Change,
  JOURNAL: Journal,
  IMPORT: Import,
  UNDO: Import,
  FUND_ORDER: FundOrder,
  NAV: Nav,
  DISTRIBUTION: Distribution,
  SETTLEMENT: Settlement,
  EVENT_SETTLEMENT: EventSettlement,
  CUSTODIAN_SETTLEMENT: ({ item: { id } }) => <SettlementTerms id={id} />,
  DELIVERY: Delivery,
  ALLOTMENT: Allotment,
  CLAIM: Claim,
  CLAIM_WAIVER: Claim,
  TRANSFER: Transfer,
  CUSTOMER: Customer,
  RESET: Reset,
};

interface OpenItemProps extends DetailProps {
  /** False while items are ticked, because `y` and `r` then apply to those items. */
  readonly hasKeys: boolean;
}

export function Detail({ item, hasKeys }: OpenItemProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const Content = CONTENTS[item.kind];
  return (
    <div className="stack padded">
      <div className="page-head">
        <div className="grow">
          <div className="trail">
            {t(`approval.kind.${item.kind}`)} · {t('approval.requested', { who: item.who })} ·{' '}
            {format.dayAndTime(item.at)}
          </div>
          <h2 className="title">{item.title}</h2>
        </div>
        <Decision item={item} hasKeys={hasKeys} />
      </div>
      <Content item={item} />
    </div>
  );
}

/**
 * Returns the approval request. For a cash transaction it contains the fingerprint of the displayed
 * journal, so that the server refuses the approval of a different journal. Undefined while the
 * journal is loading.
 */
function useApproval({ kind, id, approve }: WaitingItem): Write<unknown> | undefined {
  const isCash = kind === 'CASH';
  const shown = useRead('finance/cash-transaction/id/{id}', { path: { id }, enabled: isCash });
  if (!isCash) return approve;
  const { data } = shown;
  if (data === undefined) return undefined;
  if (data.journal === undefined) return approve;
  const { fingerprint } = data.journal;
  return write('put', 'finance/cash-transaction/approve/id/{id}', {
    path: { id },
    body: { fingerprint },
  });
}

function Decision({ item, hasKeys }: OpenItemProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const approval = useApproval(item);
  const [isRejecting, setRejecting] = useState(false);
  const mayDecide = useMay(KINDS[item.kind].decide);
  const done = { say: t('approval.approved', { title: item.title }), touches: TOUCHED };
  const approve = async (shown: Write<unknown>) => {
    const reply = await act.run(shown, { ...done, asToast: true });
    // The displayed item may be stale after a refusal.
    if (reply === undefined) void refresh(...TOUCHED);
  };
  useKeys(
    mayDecide && hasKeys
      ? {
          y: approval && (() => void approve(approval)),
          r: () => setRejecting(true),
        }
      : {},
  );
  if (!mayDecide) return <span className="faint">{t('approval.not-you')}</span>;
  return (
    <div className="actions">
      <Button onPress={() => setRejecting(true)}>{t('action.reject')}</Button>
      <Button
        tone="primary"
        isPending={act.isPending}
        isDisabled={approval === undefined}
        onPress={() => approval && void approve(approval)}
      >
        {t('action.approve')}
      </Button>
      <ActionMenu
        actions={[
          {
            id: 'curl',
            label: t('action.curl'),
            onAction: () => void copyCurl(approval ?? item.approve, t('action.curl.done')),
          },
        ]}
      />
      {isRejecting && (
        <Confirm
          title={`${t('action.reject')}: ${item.title}`}
          action={t('action.reject')}
          isDanger
          reason
          onClose={() => setRejecting(false)}
          write={item.reject}
          done={{ say: t('approval.rejected', { title: item.title }), touches: TOUCHED }}
        />
      )}
    </div>
  );
}
