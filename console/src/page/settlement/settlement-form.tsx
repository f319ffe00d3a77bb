// The form for a payment from or to a custodian for contract notes. The notes determine the amount,
// because a custodian settles whole notes. Another person approves the payment.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Empty } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useDryRun } from '../../lib/dry-run.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { sumOf } from '../../lib/sum.js';
import { type Write, write } from '../../lib/write.js';
import { TOUCHED } from './search.js';

type Due = ItemOf<'order/custodian/settlement/due/list'>;

/** The maximum number of custodians and open notes offered. */
const OFFERED_MAX = 200;

interface SettlementFormProps {
  readonly onClose: () => void;
}

export function SettlementForm({ onClose }: SettlementFormProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const [custodianName, setCustodian] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [reference, setReference] = useState('');
  const { data: due } = useRead('order/custodian/settlement/due/list', {
    query: { custodianName, s: OFFERED_MAX },
    enabled: custodianName !== '',
  });
  const notes = custodianName === '' ? [] : (due?.result ?? []);
  const picked = notes.filter(({ id }) => chosen.has(id));
  const owed = sumOf(picked.map(owedBy));
  const creating = () => writeOf({ custodianName, picked, owed, reference });
  const isReady = picked.length > 0;
  const trial = useDryRun(isReady ? creating() : undefined);
  const error = act.error ?? (isReady ? trial.error : null);
  const currency = picked[0]?.currency;
  const submit = async () => {
    const done = { say: t('settlement.entered'), touches: TOUCHED };
    if ((await act.run(creating(), done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('settlement.new')} onClose={onClose} place="wide">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void submit();
        }}
        onEdit={act.clear}
      >
        <Head
          custodianName={custodianName}
          reference={reference}
          error={error}
          onCustodian={(name) => {
            setCustodian(name);
            setChosen(new Set());
          }}
          onReference={setReference}
        />
        {custodianName !== '' && due !== undefined && (
          <DueNotes notes={notes} chosen={chosen} onChange={setChosen} />
        )}
        {currency !== undefined && (
          <p role="status">
            {t(owed.startsWith('-') ? 'settlement.pays' : 'settlement.receives', {
              amount: format.amount(unsigned(owed), currency),
            })}
          </p>
        )}
        <Problem error={error} shown={['custodianName', 'reference']} />
        <div className="actions end">
          <CurlButton write={creating} />
          <Button tone="primary" type="submit" isPending={act.isPending} isDisabled={!isReady}>
            {t('settlement.enter')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface HeadProps {
  readonly custodianName: string;
  readonly reference: string;
  readonly error: unknown;
  readonly onCustodian: (name: string) => void;
  readonly onReference: (reference: string) => void;
}

function Head(props: HeadProps): ReactNode {
  const { custodianName, reference, error, onCustodian, onReference } = props;
  const { t } = useSpeech();
  const { data } = useRead('partner/custodian/list', { query: { s: OFFERED_MAX } });
  const offered = (data?.result ?? []).filter(({ settles }) => settles === 'CUSTODIAN');
  return (
    <div className="form two">
      <SelectField
        label={t('order.custodian')}
        value={custodianName}
        onChange={(event) => onCustodian(event.target.value)}
        fieldError={fieldErrorOf(error, 'custodianName')}
      >
        <option value="">{t('settlement.choose')}</option>
        {offered.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('settlement.reference')}
        value={reference}
        onChange={(event) => onReference(event.target.value)}
        fieldError={fieldErrorOf(error, 'reference')}
      />
    </div>
  );
}

interface DueNotesProps {
  readonly notes: readonly Due[];
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
}

function DueNotes({ notes, chosen, onChange }: DueNotesProps): ReactNode {
  const { t, word } = useSpeech();
  const format = useFormat();
  if (notes.length === 0) {
    return (
      <Empty title={t('settlement.due.none')}>
        <p>{t('settlement.due.none.hint')}</p>
      </Empty>
    );
  }
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <table className="plain">
      <thead>
        <tr>
          <th aria-label={t('settlement.choose.notes')} />
          <th>{t('settlement.note')}</th>
          <th>{t('order.security')}</th>
          <th>{t('settlement.side')}</th>
          <th>{t('settlement.due')}</th>
          <th>{t('settlement.owed')}</th>
          <th>{t('settlement.pending')}</th>
        </tr>
      </thead>
      <tbody>
        {notes.map((note) => (
          <tr key={note.id}>
            <td>
              <input
                type="checkbox"
                aria-label={note.name}
                checked={chosen.has(note.id)}
                disabled={note.pendingSettlementName !== undefined}
                onChange={() => toggle(note.id)}
              />
            </td>
            <th scope="row">{note.name}</th>
            <td>{`${format.quantity(note.quantity)} ${note.securityName}`}</td>
            <td>{word(note.orderType)}</td>
            <td>{format.day(note.settlementDate)}</td>
            <td className="figure">{format.amount(owedBy(note), note.currency)}</td>
            <td>{note.pendingSettlementName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The amount that the custodian owes for a note. Negative if the firm owes the proceeds of a sale.
 */
function owedBy({ orderType, owedByCustodian, owedToCustodian }: Due): number {
  return orderType === 'BUY' ? owedByCustodian : -owedToCustodian;
}

const unsigned = (amount: string): string => amount.replace(/^-/, '');

interface Entered {
  readonly custodianName: string;
  readonly picked: readonly Due[];
  readonly owed: string;
  readonly reference: string;
}

function writeOf({ custodianName, picked, owed, reference }: Entered): Write<unknown> {
  return write('post', 'order/custodian/settlement/create', {
    body: {
      custodianName,
      direction: owed.startsWith('-') ? 'PAYMENT' : 'RECEIPT',
      amount: Number(unsigned(owed)),
      contractNoteIds: picked.map(({ id }) => id),
      ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
    },
  });
}
