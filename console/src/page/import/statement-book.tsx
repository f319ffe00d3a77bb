// Books a statement line that is missing from the books. The journal comes from a template, and a
// second person approves it.

import type { ItemOf } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { SelectField, TextField } from '../../component/field.js';
import { Terms } from '../../component/page.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { BankAccountField } from './bank-account-field.js';
import { STATEMENT_TOUCHED } from './statement-touched.js';

const TEMPLATES = ['CHARGE', 'INTEREST', 'TRANSFER'] as const;
type Template = (typeof TEMPLATES)[number];

interface BookDialogProps {
  readonly line: ItemOf<'finance/bank-statement/line/list'>;
  readonly onClose: () => void;
}

export function BookDialog({ line, onClose }: BookDialogProps): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const act = useAct();
  const [kind, setKind] = useState<Template>('CHARGE');
  const [counterAcctName, setCounter] = useState('');
  const [narration, setNarration] = useState(line.description ?? line.reference ?? '');
  const isTransfer = kind === 'TRANSFER';
  const book = async () => {
    const body = {
      lineId: line.id,
      kind,
      ...(isTransfer ? { counterAcctName } : {}),
      ...(narration.trim() === '' ? {} : { narration: narration.trim() }),
    };
    const booking = write('put', 'finance/bank-statement/line/book', { body });
    const done = { say: t('import.book.done'), touches: STATEMENT_TOUCHED };
    if ((await act.run(booking, done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('import.book.title')} onClose={onClose}>
      <div className="stack">
        <Terms
          of={{
            [t('ledger.date')]: format.day(line.bookedOn),
            [t('cash.amount')]: format.amount(line.amount, line.currency),
            [t('import.column.reference')]: line.reference,
            [t('cash.description')]: line.description,
          }}
        />
        <SelectField
          label={t('import.book.kind')}
          value={kind}
          onChange={({ target }) =>
            setKind(TEMPLATES.find((each) => each === target.value) ?? 'CHARGE')
          }
        >
          {TEMPLATES.map((each) => (
            <option key={each} value={each}>
              {t(`import.book.kind.${each}`)}
            </option>
          ))}
        </SelectField>
        {isTransfer && <BankAccountField label={t('import.book.other')} onChoose={setCounter} />}
        <TextField
          label={t('journal.member.narration')}
          value={narration}
          onChange={({ target }) => setNarration(target.value)}
        />
        <p className="soft">{t('import.book.hint')}</p>
        <Problem error={act.error} />
        <div className="actions end">
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone="primary"
            isPending={act.isPending}
            isDisabled={isTransfer && counterAcctName === ''}
            onPress={() => void book()}
          >
            {t('import.book')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
