// The form to issue tax packs for one customer, an office, or all customers.

import { type ReactNode, useState } from 'react';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { CheckField, Segment, TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { type Write, write } from '../../lib/write.js';
import { OfficeField, useOfficeChoice } from '../import/office-field.js';
import { CustomerField } from './issue-form.js';

const SCOPES = ['CUSTOMER', 'OFFICE', 'ALL'] as const;

type Scope = (typeof SCOPES)[number];

interface Chosen {
  readonly scope: Scope;
  readonly customer: string | undefined;
  readonly office: string | undefined;
}

function issuing(
  { scope, customer, office }: Chosen,
  common: { readonly final: boolean; readonly y?: number },
): Write<unknown> {
  if (scope === 'CUSTOMER') {
    const body = { customerId: Number(customer), ...common };
    return write('post', 'wealth/tax-pack/issue', { body });
  }
  const of = scope === 'ALL' ? { all: true } : { businessOfficeName: office };
  return write('post', 'wealth/tax-pack/run/start', { body: { ...of, ...common } });
}

export function PackForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [scope, setScope] = useState<Scope>('CUSTOMER');
  const [customer, setCustomer] = useState<string>();
  const [year, setYear] = useState('');
  const [final, setFinal] = useState(false);
  const { office, choose } = useOfficeChoice();
  const issue = async () => {
    const common = { final, ...(year === '' ? {} : { y: Number(year) }) };
    const of = { scope, customer, office };
    const done = { say: t(`pack.done.${scope}`), touches: ['wealth/tax-pack'] };
    if ((await act.run(issuing(of, common), done)) !== undefined) onClose();
  };
  return (
    <Dialog title={t('pack.issue')} onClose={onClose} place="side">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void issue();
        }}
        onEdit={act.clear}
      >
        <Segment
          legend={t('statement.scope')}
          name="scope"
          chosen={scope}
          options={SCOPES.map((value) => ({ value, label: t(`statement.scope.${value}`) }))}
          onChange={({ target }) =>
            setScope(SCOPES.find((each) => each === target.value) ?? 'CUSTOMER')
          }
        />
        {scope === 'CUSTOMER' && <CustomerField onChoose={setCustomer} />}
        {scope === 'OFFICE' && <OfficeField chosen={office} onChoose={choose} />}
        <TextField
          label={t('tax.year')}
          inputMode="numeric"
          value={year}
          onChange={({ target }) => setYear(target.value.replaceAll(/\D/g, ''))}
        />
        <CheckField
          label={t('pack.final')}
          checked={final}
          onChange={({ target }) => setFinal(target.checked)}
        />
        <p className="faint">{t('pack.issue.hint')}</p>
        <Problem error={act.error} />
        <div className="actions end">
          <Button
            tone="primary"
            type="submit"
            isPending={act.isPending}
            isDisabled={scope === 'CUSTOMER' && customer === undefined}
          >
            {t('pack.issue')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
