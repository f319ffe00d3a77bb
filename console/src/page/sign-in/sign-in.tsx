// The sign-in exchanges name and password for tokens. It does not store the password.

import { isProblem } from '@countinghouse/sdk';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { TextField } from '../../component/field.js';
import { PlainButton } from '../../component/plain-button.js';
import { Problem } from '../../component/problem.js';
import { useDoorSpeech } from '../../lib/language.js';
import { hasPasskeys, PasskeyRefused } from '../../lib/passkey.js';
import {
  type About,
  type DemoRole,
  readAbout,
  signIn,
  signInByPasskey,
} from '../../lib/session.js';
import { DemoRoles } from './demo-role.js';
import { useEntry } from './entry.js';
import { Welcome } from './welcome.js';

interface SignInProps {
  /** A message about the previous step. */
  readonly note?: string | undefined;
  readonly onForgot: () => void;
}

export function SignIn({ note, onForgot }: SignInProps): ReactNode {
  const { t } = useDoorSpeech();
  const about = useAbout();
  const [changed, setChanged] = useState<DemoRole>();
  return (
    <main className="sign-in">
      <Welcome about={about} />
      <div className="entry">
        <PasswordForm
          key={changed}
          firm={about?.firmName}
          name={changed?.toLowerCase()}
          note={changed === undefined ? note : t('sign-in.demo-changed')}
          onForgot={onForgot}
        />
        {about?.demoRoles === undefined ? (
          <p className="faint">{t('sign-in.hint')}</p>
        ) : (
          <DemoRoles roles={about.demoRoles} onChanged={setChanged} />
        )}
      </div>
    </main>
  );
}

/**
 * Prefetches the data of the page. If the server cannot be reached, the sign-in itself shows the
 * error.
 */
function useAbout(): About | undefined {
  const [about, setAbout] = useState<About>();
  useEffect(() => {
    let isWanted = true;
    readAbout()
      .then((read) => {
        if (isWanted) setAbout(read);
      })
      .catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, []);
  return about;
}

interface PasswordFormProps extends SignInProps {
  readonly firm: string | undefined;
  /** The user name, if it is already known. */
  readonly name: string | undefined;
}

function PasswordForm({ firm, name, note, onForgot }: PasswordFormProps): ReactNode {
  const { t } = useDoorSpeech();
  const [error, setError] = useState<unknown>();
  // Once shown, the code field stays, so that the user can retry after a wrong code.
  const [needsCode, setNeedsCode] = useState(false);
  const { isPending, onSubmit } = useEntry(async (textIn) => {
    setError(undefined);
    const code = textIn('code');
    const values = { username: textIn('username'), password: textIn('password') };
    await signIn({ ...values, ...(code === '' ? {} : { code }) }).catch((refusal: unknown) => {
      const isCodeMissing = isProblem(refusal, 'SECOND_FACTOR_NEEDED');
      setNeedsCode((needed) => needed || isCodeMissing);
      if (!isCodeMissing) setError(refusal);
    });
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <h2>{firm === undefined ? t('sign-in.go') : t('sign-in.title', { firm })}</h2>
      {note !== undefined && <p role="status">{note}</p>}
      <TextField
        label={t('sign-in.name')}
        name="username"
        defaultValue={name}
        required
        autoComplete="username"
        autoFocus={name === undefined}
      />
      <TextField
        label={t('sign-in.password')}
        type="password"
        name="password"
        required
        autoComplete="current-password"
        autoFocus={name !== undefined}
      />
      {needsCode && (
        <TextField
          label={t('sign-in.code')}
          name="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
        />
      )}
      <Problem error={error} />
      <PlainButton tone="primary" type="submit" isPending={isPending}>
        {t('sign-in.go')}
      </PlainButton>
      {hasPasskeys() && <PasskeyButton onRefused={setError} />}
      <PlainButton tone="quiet" onPress={onForgot}>
        {t('sign-in.forgot')}
      </PlainButton>
    </form>
  );
}

function PasskeyButton(props: { readonly onRefused: (error: unknown) => void }): ReactNode {
  const { t } = useDoorSpeech();
  const [isPending, setPending] = useState(false);
  const go = async () => {
    setPending(true);
    props.onRefused(undefined);
    await signInByPasskey().catch((refusal: unknown) => {
      setPending(false);
      // Cancelling the passkey dialog shows no error, because the password form is still there.
      if (!(refusal instanceof PasskeyRefused)) props.onRefused(refusal);
    });
  };
  return (
    <PlainButton onPress={go} isPending={isPending}>
      <KeyRound aria-hidden />
      {t('sign-in.passkey')}
    </PlainButton>
  );
}
