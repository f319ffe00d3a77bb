// A confirmation dialog for changes to one or more records. It asks for a reason where one is
// required, and shows each record's refusal or outcome.

import { type ReactNode, useState } from 'react';
import { type Done, type Each, type Outcome, runEach, useAct } from '../lib/act.js';
import { refresh } from '../lib/api.js';
import { useSpeech } from '../lib/language.js';
import type { Write } from '../lib/write.js';
import { CurlButton } from './action-menu.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { LongTextField } from './field.js';
import { Form } from './form.js';
import { Problem, ProblemText } from './problem.js';

interface ConfirmProps {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly write: (reason: string) => Write<unknown>;
  readonly done: Done;
  readonly children?: ReactNode;
  readonly isDanger?: boolean;
  /** True if a reason is required, `optional` if one can be given. */
  readonly reason?: boolean | 'optional';
  /** Called with the reply, for values that are shown only once. */
  readonly onReply?: (reply: unknown) => void;
  /** Renders the refusal. By default it is shown like any other problem. */
  readonly refusal?: (error: unknown) => ReactNode;
}

export function Confirm(props: ConfirmProps): ReactNode {
  const { title, action, onClose, write, done, children, isDanger, reason } = props;
  const { onReply, refusal = (error: unknown) => <Problem error={error} /> } = props;
  const { t } = useSpeech();
  const act = useAct();
  const [why, setWhy] = useState('');
  const isUnsaid = reason === true && why.trim() === '';
  const go = async () => {
    const reply = await act.run(write(why), done);
    if (reply === undefined) return;
    onClose();
    onReply?.(reply);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUnsaid) void go();
        }}
      >
        {children}
        {reason && <Reason why={why} setWhy={setWhy} />}
        {refusal(act.error)}
        <div className="actions end">
          <CurlButton write={() => write(why)} />
          <Button onPress={onClose}>{t('action.back')}</Button>
          <Button
            tone={isDanger ? 'danger' : 'primary'}
            type="submit"
            isPending={act.isPending}
            isDisabled={isUnsaid}
            autoFocus={!reason}
          >
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

function Reason(props: {
  readonly why: string;
  readonly setWhy: (why: string) => void;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <LongTextField
      label={t('field.reason')}
      value={props.why}
      onChange={(event) => props.setWhy(event.target.value)}
      autoFocus
    />
  );
}

interface ConfirmEachProps {
  readonly title: string;
  readonly action: string;
  readonly onClose: () => void;
  readonly all: (reason: string) => readonly Each[];
  readonly touches: readonly string[];
  readonly reason?: boolean;
  readonly isDanger?: boolean;
}

export function ConfirmEach(props: ConfirmEachProps): ReactNode {
  const { title, action, onClose, all, touches, reason, isDanger } = props;
  const { t } = useSpeech();
  const [why, setWhy] = useState('');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  // The count is stored, because the selected records may leave the list.
  const [sent, setSent] = useState<number>();
  const count = sent ?? all(why).length;
  const go = async () => {
    setOutcomes([]);
    setSent(count);
    await runEach(all(why), (outcome) => setOutcomes((known) => [...(known ?? []), outcome]));
    void refresh(...touches);
  };
  return (
    <Dialog title={title} onClose={onClose} place="wide">
      {outcomes === undefined ? (
        reason && <Reason why={why} setWhy={setWhy} />
      ) : (
        <Outcomes of={outcomes} count={count} />
      )}
      <div className="actions end">
        <Button onPress={onClose}>
          {t(outcomes === undefined ? 'action.back' : 'action.close')}
        </Button>
        {outcomes === undefined && (
          <Button
            tone={isDanger ? 'danger' : 'primary'}
            onPress={go}
            isDisabled={reason === true && why.trim() === ''}
            autoFocus={!reason}
          >
            {`${action} (${count})`}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Outcomes(props: { readonly of: readonly Outcome[]; readonly count: number }): ReactNode {
  const { t } = useSpeech();
  const good = props.of.filter(({ error }) => error === undefined).length;
  return (
    <div className="stack" aria-live="polite">
      <p>{t('outcome.sum', { good, bad: props.of.length - good, count: props.count })}</p>
      <table className="plain">
        <tbody>
          {props.of.map(({ label, error }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className={error === undefined ? 'good' : 'bad'}>
                {error === undefined ? t('outcome.done') : <ProblemText error={error} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
