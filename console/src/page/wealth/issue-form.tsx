// The form to issue wealth statements for one customer, an office, or all customers.

import { type ReactNode, useDeferredValue, useState } from 'react';
import { Button } from '../../component/button.js';
import { ChoiceField } from '../../component/choice-field.js';
import { DateField } from '../../component/date-field.js';
import { Dialog } from '../../component/dialog.js';
import { Segment } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { openFile } from '../../lib/file.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import { OfficeField, useOfficeChoice } from '../import/office-field.js';

const SCOPES = ['CUSTOMER', 'OFFICE', 'ALL'] as const;

type Scope = (typeof SCOPES)[number];

const TOUCHED = ['wealth/statement'];
const SHOWN_MAX = 20;

export function IssueForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [scope, setScope] = useState<Scope>('CUSTOMER');
  const [customer, setCustomer] = useState<string>();
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const { office, choose } = useOfficeChoice();
  const period = from !== undefined && to !== undefined ? { sd: from, ed: to } : undefined;
  const isWhole = period !== undefined && (scope !== 'CUSTOMER' || customer !== undefined);
  const issue = async () => {
    if (period === undefined) return;
    const done = { say: t(`statement.done.${scope}`), touches: TOUCHED };
    const of = scope === 'ALL' ? { all: true } : { businessOfficeName: office };
    const reply =
      scope === 'CUSTOMER'
        ? await act.run(
            write('post', 'wealth/statement/issue', {
              body: { customerId: Number(customer), ...period },
            }),
            done,
          )
        : await act.run(
            write('post', 'wealth/statement/run/start', { body: { ...of, ...period } }),
            done,
          );
    if (reply !== undefined) onClose();
  };
  return (
    <Dialog title={t('statement.issue')} onClose={onClose} place="side">
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
        <DateField label={t('statement.from')} value={from} onChange={setFrom} />
        <DateField label={t('statement.to')} value={to} onChange={setTo} />
        <p className="faint">{t('statement.issue.hint')}</p>
        <Problem error={act.error} />
        <div className="actions end">
          {scope === 'CUSTOMER' && (
            <PreviewButton customer={customer} period={isWhole ? period : undefined} />
          )}
          <Button tone="primary" type="submit" isPending={act.isPending} isDisabled={!isWhole}>
            {t('statement.issue')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function PreviewButton({
  customer,
  period,
}: {
  readonly customer: string | undefined;
  readonly period: { readonly sd: string; readonly ed: string } | undefined;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <Button
      isDisabled={period === undefined}
      onPress={() => {
        if (period === undefined) return;
        const query = { c: Number(customer), ...period };
        void openFile('wealth/statement/preview/pdf', { query });
      }}
    >
      {t('statement.preview')}
    </Button>
  );
}

/** Lets the user choose a customer. */
export function CustomerField(props: {
  readonly onChoose: (id: string | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useRead('partner/customer/list', {
    query: { search, s: SHOWN_MAX },
    enabled: search.length > 1,
  });
  return (
    <ChoiceField
      label={t('order.customer')}
      first=""
      choices={(found.data?.result ?? []).map(({ id, label, name }) => ({
        ...{ key: String(id), label, aside: name },
      }))}
      isSearching={text.trim() !== search || found.isPlaceholderData}
      onSearch={setText}
      onChoose={(choice) => props.onChoose(choice?.key)}
    />
  );
}
