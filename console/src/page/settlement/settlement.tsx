// A settlement with a custodian: its contract notes, its approval by a second person, and its
// reversal.

import { type ReactNode, useState } from 'react';
import { Badge } from '../../component/badge.js';
import { Button } from '../../component/button.js';
import { Confirm } from '../../component/confirm.js';
import { Dialog } from '../../component/dialog.js';
import { Loaded } from '../../component/loaded.js';
import { Panel, Terms } from '../../component/page.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { useMay } from '../../lib/permission.js';
import { write } from '../../lib/write.js';
import { TOUCHED } from './search.js';

const STEPS = ['approve', 'reject', 'reverse'] as const;
type Step = (typeof STEPS)[number];

interface SettlementDialogProps {
  readonly id: number;
  readonly onClose: () => void;
}

export function SettlementDialog({ id, onClose }: SettlementDialogProps): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('order/custodian/settlement/id/{id}', { path: { id } });
  const [step, setStep] = useState<Step>();
  const may: Readonly<Record<Step, boolean>> = {
    approve: useMay('finance.custodian-settlement.approve') && data?.status === 'PENDING',
    reject: useMay('finance.custodian-settlement.reject') && data?.status === 'PENDING',
    reverse: useMay('finance.custodian-settlement.reverse') && data?.status === 'POSTED',
  };
  const label = data?.label ?? t('settlement.one');
  return (
    <Dialog title={label} onClose={onClose} place="wide">
      <SettlementTerms id={id} />
      {STEPS.some((each) => may[each]) && (
        <div className="actions end">
          {STEPS.filter((each) => may[each]).map((each) => (
            <Button
              key={each}
              {...(each === 'approve' ? { tone: 'primary' as const } : {})}
              onPress={() => setStep(each)}
            >
              {t(`settlement.${each}`)}
            </Button>
          ))}
        </div>
      )}
      {step !== undefined && (
        <Confirm
          title={`${t(`settlement.${step}`)}: ${label}`}
          action={t(`settlement.${step}`)}
          isDanger={step !== 'approve'}
          {...reasonOf(step)}
          onClose={() => setStep(undefined)}
          write={(reason) => stepOf(step, id, reason)}
          done={{ say: t(`settlement.${step}.done`), touches: TOUCHED }}
        >
          <p>{t(`settlement.${step}.question`)}</p>
        </Confirm>
      )}
    </Dialog>
  );
}

function reasonOf(step: Step): { readonly reason?: true | 'optional' } {
  if (step === 'approve') return {};
  return { reason: step === 'reverse' ? true : 'optional' };
}

function stepOf(step: Step, id: number, reason: string) {
  const path = { id };
  switch (step) {
    case 'approve':
      return write('put', 'order/custodian/settlement/approve/id/{id}', { path });
    case 'reject':
      return write('put', 'order/custodian/settlement/reject/id/{id}', {
        path,
        body: reason === '' ? {} : { reason },
      });
    case 'reverse':
      return write('put', 'order/custodian/settlement/reverse/id/{id}', { path, body: { reason } });
  }
}

/** The terms of a settlement and its contract notes. */
export function SettlementTerms({ id }: { readonly id: number }): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  const reply = useRead('order/custodian/settlement/id/{id}', { path: { id } });
  return (
    <Loaded of={reply}>
      {(data) => (
        <>
          <div>
            <Badge state={data.status} />
          </div>
          <Panel title={t('approval.what')}>
            <Terms
              of={{
                [t('order.custodian')]: data.custodianLabel,
                [t('cash.kind')]: word(data.direction),
                [t('cash.amount')]: format.amount(data.amount, data.currency),
                [t('settlement.reference')]: data.reference,
                [t('settlement.office')]: data.businessOfficeName,
                [t('settlement.settled')]: format.day(data.settlementDate),
                [t('cash.made-by')]: data.createdBy,
                [t('settlement.decided-by')]: data.decidedBy,
                [t('approval.why')]: data.reversalReason ?? data.decisionReason,
              }}
            />
          </Panel>
          <Panel title={t('settlement.notes')} flush>
            <table className="plain">
              <thead>
                <tr>
                  <th>{t('settlement.note')}</th>
                  <th>{t('settlement.side')}</th>
                  <th>{t('settlement.owed')}</th>
                  <th>{t('settlement.reversed')}</th>
                </tr>
              </thead>
              <tbody>
                {data.contractNotes.map((note) => (
                  <tr key={note.contractNoteId}>
                    <th scope="row">{note.contractNoteName}</th>
                    <td>{word(note.orderType)}</td>
                    <td className="figure">{format.amount(note.owedByCustodian, data.currency)}</td>
                    <td>{note.reversed && t('reference.yes')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Panel>
        </>
      )}
    </Loaded>
  );
}
