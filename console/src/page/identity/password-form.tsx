// A form for the current password, optionally with one more field.

import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button, type Tone } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import type { Act } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';

interface PasswordFormProps {
  readonly act: Act;
  readonly action: string;
  readonly tone?: Tone;
  /** The label of a name field above the password. Without it, there is no such field. */
  readonly name?: string;
  readonly onSubmit: (values: { readonly password: string; readonly name: string }) => unknown;
  readonly children?: ReactNode;
}

export function PasswordForm(props: PasswordFormProps): ReactNode {
  const { act, action, tone = 'primary', name, onSubmit, children } = props;
  const { t } = useSpeech();
  const form = useForm({ defaultValues: { password: '', name: '' } });
  const submit = form.handleSubmit(async (values) => {
    await onSubmit(values);
  });
  return (
    <Form onSubmit={submit}>
      {children}
      {name !== undefined && (
        <TextField
          label={name}
          autoFocus
          fieldError={fieldErrorOf(act.error, 'label')}
          {...form.register('name')}
        />
      )}
      <TextField
        label={t('account.present')}
        type="password"
        autoComplete="current-password"
        autoFocus={name === undefined}
        fieldError={fieldErrorOf(act.error, 'password')}
        {...form.register('password')}
      />
      <Problem error={act.error} shown={['password', 'label']} />
      <div className="actions end">
        <Button tone={tone} type="submit" isPending={act.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
