// Turns the second factor on or off. When it is turned on, its secret and recovery codes are shown
// once.

import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../component/button.js';
import { Dialog } from '../../component/dialog.js';
import { TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { Panel, Terms } from '../../component/page.js';
import { fieldErrorOf, Problem } from '../../component/problem.js';
import { QrCode } from '../../component/qr-code.js';
import { useAct } from '../../lib/act.js';
import { useRead } from '../../lib/api.js';
import { useFormat } from '../../lib/format.js';
import { useSpeech } from '../../lib/language.js';
import { notify } from '../../lib/toast.js';
import { write } from '../../lib/write.js';
import { PasswordForm } from './password-form.js';

const TOUCHES = ['security/own/second-factor'];

interface Secret {
  readonly secret: string;
  readonly uri: string;
}

export function FactorPart(): ReactNode {
  const { t } = useSpeech();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { data } = useRead('security/own/second-factor', {});
  const close = () => setOpen(false);
  if (data === undefined) return null;
  const { on, confirmedDttm, recoveryCodesLeft } = data;
  return (
    <Panel
      title={t('factor.title')}
      actions={
        <Button small onPress={() => setOpen(true)}>
          {t(on ? 'factor.end' : 'factor.begin')}
        </Button>
      }
    >
      {on ? (
        <Terms
          of={{
            [t('factor.since')]: format.dayAndTime(confirmedDttm),
            [t('factor.left')]: recoveryCodesLeft,
          }}
        />
      ) : (
        <p>{t('factor.off')}</p>
      )}
      {open && <FactorDialog on={on} onClose={close} />}
    </Panel>
  );
}

interface FactorProps {
  readonly onClose: () => void;
}

// Keeps the state from when the dialog opened, because turning on the factor changes the page
// behind it.
function FactorDialog({ on, onClose }: FactorProps & { readonly on: boolean }): ReactNode {
  const { t } = useSpeech();
  const [wasOn] = useState(on);
  return (
    <Dialog title={t('factor.title')} onClose={onClose}>
      {wasOn ? <TurnOff onClose={onClose} /> : <TurnOn onClose={onClose} />}
    </Dialog>
  );
}

function TurnOff({ onClose }: FactorProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const end = async ({ password }: { readonly password: string }) => {
    const ending = write('post', 'security/own/second-factor/end', { body: { password } });
    const done = { say: t('factor.ended'), touches: TOUCHES };
    if ((await act.run(ending, done)) !== undefined) onClose();
  };
  return <PasswordForm act={act} action={t('factor.end')} tone="danger" onSubmit={end} />;
}

function TurnOn({ onClose }: FactorProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const [secret, setSecret] = useState<Secret>();
  const [codes, setCodes] = useState<readonly string[]>();
  const begin = async ({ password }: { readonly password: string }) => {
    const beginning = write('post', 'security/own/second-factor/begin', { body: { password } });
    const reply = await act.run(beginning, { touches: [] });
    if (reply !== undefined) setSecret(Object(reply).result);
  };
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (secret !== undefined) return <Confirmation secret={secret} onCodes={setCodes} />;
  return (
    <PasswordForm act={act} action={t('factor.begin')} onSubmit={begin}>
      <p>{t('factor.off')}</p>
    </PasswordForm>
  );
}

interface ConfirmationProps {
  readonly secret: Secret;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Confirmation({ secret, onCodes }: ConfirmationProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm({ defaultValues: { code: '' } });
  const submit = form.handleSubmit(async (body) => {
    const confirming = write('post', 'security/own/second-factor/confirm', { body });
    const reply = await act.run(confirming, { say: t('factor.on'), touches: TOUCHES });
    if (reply !== undefined) onCodes(Object(reply).result.recoveryCodes);
  });
  return (
    <Form onSubmit={submit}>
      <p>{t('factor.scan')}</p>
      <QrCode text={secret.uri} label={t('factor.qr')} />
      <Terms of={{ [t('factor.secret')]: <code>{secret.secret}</code> }} />
      <TextField
        label={t('factor.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        fieldError={fieldErrorOf(act.error, 'code')}
        {...form.register('code')}
      />
      <Problem error={act.error} shown={['code']} />
      <div className="actions end">
        <Button tone="primary" type="submit" isPending={act.isPending}>
          {t('factor.begin')}
        </Button>
      </div>
    </Form>
  );
}

function RecoveryCodes(props: FactorProps & { readonly codes: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  const copy = async () => {
    await navigator.clipboard.writeText(props.codes.join('\n'));
    notify(t('factor.copied'));
  };
  return (
    <div className="stack">
      <p>{t('factor.codes')}</p>
      <ul className="codes">
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="actions end">
        <Button onPress={() => void copy()}>{t('factor.copy')}</Button>
        <Button tone="primary" onPress={props.onClose}>
          {t('factor.kept')}
        </Button>
      </div>
    </div>
  );
}
