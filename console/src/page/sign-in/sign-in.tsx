// The sign-in: exchanges name and password for tokens. The password is not stored.

import { isProblem } from '@countinghouse/sdk';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { Problem } from '../../component/problem.js';
import { useSpeech } from '../../lib/language.js';
import { hasPasskeys, PasskeyRefused } from '../../lib/passkey.js';
import { signIn, signInByPasskey } from '../../lib/session.js';
import { Mark } from './mark.js';

interface SignInProps {
  /** A message about the previous step. */
  readonly note?: string | undefined;
  readonly onForgot: () => void;
}

export function SignIn({ note, onForgot }: SignInProps): ReactNode {
  const { t } = useSpeech();
  const [error, setError] = useState<unknown>();
  const form = useForm({ defaultValues: { username: '', password: '', code: '' } });
  // The code field remains once it is shown, so that the user can retry after a wrong code.
  const [needsCode, setNeedsCode] = useState(false);
  const submit = form.handleSubmit(async ({ code, ...rest }) => {
    setError(undefined);
    await signIn({ ...rest, ...(code === '' ? {} : { code }) }).catch((refusal: unknown) => {
      const isCodeMissing = isProblem(refusal, 'SECOND_FACTOR_NEEDED');
      setNeedsCode((needed) => needed || isCodeMissing);
      if (!isCodeMissing) setError(refusal);
    });
  });
  return (
    <main className="sign-in">
      <form onSubmit={submit} noValidate>
        <Mark title="Countinghouse" />
        {note !== undefined && <p role="status">{note}</p>}
        <TextField
          label={t('sign-in.name')}
          {...form.register('username', { required: true })}
          autoComplete="username"
          autoFocus
        />
        <TextField
          label={t('sign-in.password')}
          type="password"
          {...form.register('password', { required: true })}
          autoComplete="current-password"
        />
        {needsCode && (
          <TextField
            label={t('sign-in.code')}
            {...form.register('code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            autoFocus
          />
        )}
        <Problem error={error} />
        <Button tone="primary" type="submit" isPending={form.formState.isSubmitting}>
          {t('sign-in.go')}
        </Button>
        {hasPasskeys() && <PasskeyButton onRefused={setError} />}
        <Button tone="quiet" onPress={onForgot}>
          {t('sign-in.forgot')}
        </Button>
        <p className="faint">{t('sign-in.hint')}</p>
      </form>
    </main>
  );
}

function PasskeyButton(props: { readonly onRefused: (error: unknown) => void }): ReactNode {
  const { t } = useSpeech();
  const [isPending, setPending] = useState(false);
  const go = async () => {
    setPending(true);
    props.onRefused(undefined);
    await signInByPasskey().catch((refusal: unknown) => {
      setPending(false);
      // A user who cancels the passkey dialog needs no error, because the password form is still
      // there.
      if (!(refusal instanceof PasskeyRefused)) props.onRefused(refusal);
    });
  };
  return (
    <Button onPress={go} isPending={isPending}>
      <KeyRound aria-hidden />
      {t('sign-in.passkey')}
    </Button>
  );
}
