// Sets a new password with a link. The token is in the fragment of the link's address.

import { isProblem } from '@countinghouse/sdk';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { useSpeech } from '../../lib/language.js';
import { resetPassword, takeResetToken } from '../../lib/password.js';
import { Mark } from './mark.js';

const EMPTY = { newPassword: '', again: '' };
const SHOWN = ['newPassword'];

interface ResetPasswordProps {
  readonly onDone: () => void;
  /** Called when the user requests another link. */
  readonly onAgain: () => void;
}

// The token is read once per page load, because it is removed from the address and React may mount
// twice.
let taken = '';

export function ResetPassword({ onDone, onAgain }: ResetPasswordProps): ReactNode {
  const { t } = useSpeech();
  const [token] = useState(() => {
    taken = takeResetToken() || taken;
    return taken;
  });
  const [error, setError] = useState<unknown>();
  const [differs, setDiffers] = useState(false);
  const form = useForm({ defaultValues: EMPTY });
  const submit = form.handleSubmit(async ({ newPassword, again }) => {
    setError(undefined);
    setDiffers(again !== newPassword);
    if (again === newPassword) await resetPassword(token, newPassword).then(onDone, setError);
  });
  return (
    <main className="sign-in">
      <form onSubmit={submit} noValidate>
        <Mark title={t('reset.title')} />
        <TextField
          label={t('account.new')}
          type="password"
          autoComplete="new-password"
          autoFocus
          fieldError={fieldErrorOf(error, 'newPassword')}
          {...form.register('newPassword', { required: true })}
        />
        <TextField
          label={t('account.again')}
          type="password"
          autoComplete="new-password"
          fieldError={differs ? t('account.again.differs') : undefined}
          {...form.register('again')}
        />
        <Problem error={error} shown={SHOWN} />
        <Button tone="primary" type="submit" isPending={form.formState.isSubmitting}>
          {t('reset.go')}
        </Button>
        {isProblem(error, 'PASSWORD_LINK_VOID') && (
          <Button onPress={onAgain}>{t('reset.again')}</Button>
        )}
        <p className="faint">{t('reset.hint')}</p>
      </form>
    </main>
  );
}
