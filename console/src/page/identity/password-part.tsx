// Changes the user's own password. The server then ends all sessions, so the user must sign in
// again.

import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Panel } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useAct } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { forget } from '../../lib/session.js';
import { write } from '../../lib/write.js';

const EMPTY = { password: '', newPassword: '', again: '' };
const SHOWN = ['password', 'newPassword'];

export function PasswordPart(): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [differs, setDiffers] = useState(false);
  const form = useForm({ defaultValues: EMPTY });
  const submit = form.handleSubmit(async ({ again, ...body }) => {
    setDiffers(again !== body.newPassword);
    if (again !== body.newPassword) return;
    const changing = write('put', 'security/own/password', { body });
    const reply = await act.run(changing, { say: t('account.changed'), touches: [] });
    if (reply !== undefined) forget();
  });
  return (
    <Panel title={t('account.password')}>
      <Form onSubmit={submit}>
        <TextField
          label={t('account.present')}
          type="password"
          autoComplete="current-password"
          fieldError={fieldErrorOf(act.error, 'password')}
          {...form.register('password')}
        />
        <TextField
          label={t('account.new')}
          type="password"
          autoComplete="new-password"
          fieldError={fieldErrorOf(act.error, 'newPassword')}
          {...form.register('newPassword')}
        />
        <TextField
          label={t('account.again')}
          type="password"
          autoComplete="new-password"
          fieldError={differs ? t('account.again.differs') : undefined}
          {...form.register('again')}
        />
        <Problem error={act.error} shown={SHOWN} />
        <div className="actions end">
          <span className="faint">{t('account.change.hint')}</span>
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('account.change')}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
