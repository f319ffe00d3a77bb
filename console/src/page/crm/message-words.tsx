// The content of a message: free text within 24 hours of the last incoming message, or a template
// at any time. A dry run shows whether the server accepts it.

import type { ReplyOf } from '@countinghouse/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { LongTextField, Segment, SelectField } from '../../component/field.js';
import type { MessageId } from '../../language/en/index.js';
import { useRead } from '../../lib/api.js';
import { client } from '../../lib/client.js';
import { useDebounced } from '../../lib/debounced.js';
import { useSpeech } from '../../lib/language.js';
import { write } from '../../lib/write.js';
import type { Addressee, Person } from './addressee.js';

const TEMPLATES_MAX = 100;
/** The text of the dry run while the field is empty. */
const NO_WORDS = '…';

export interface Words {
  readonly way: 'words' | 'template';
  readonly body: string;
  readonly templateId: string;
}

export const NO_MESSAGE: Words = { way: 'words', body: '', templateId: '' };

const RULES: Readonly<Record<string, MessageId>> = {
  NO_ADDRESS: 'message.rule.no-address',
  ADDRESS_SUPPRESSED: 'message.rule.suppressed',
  OPTED_OUT: 'message.rule.opted-out',
  WINDOW_CLOSED: 'message.rule.window',
};

/** Builds the write that sends the message. */
export function sending(addressee: Addressee, words: Words) {
  return write('post', 'crm/whatsapp/send', { body: bodyOf(addressee, words) });
}

function bodyOf({ person, to }: Addressee, { way, body, templateId }: Words) {
  const said = way === 'template' ? { templateId: Number(templateId) } : { body };
  if (to !== undefined) {
    const about = person && { relatedTo: person.kind, relatedToId: person.id };
    return { to, ...about, ...said };
  }
  return { recipientType: person?.kind, recipientId: person?.id, ...said };
}

type Sent = ReplyOf<'post', 'crm/whatsapp/send'>;

/**
 * Returns the rule that would suppress the message. Undefined if there is none, or while loading.
 */
function useHeldBack(addressee: Addressee | undefined, words: Words): string | undefined {
  const debounced = useDebounced({ addressee, words });
  const isWhole = debounced.words.way === 'words' || debounced.words.templateId !== '';
  const tried = { ...debounced.words, body: debounced.words.body || NO_WORDS };
  const body = debounced.addressee && bodyOf(debounced.addressee, tried);
  const { data } = useQuery<Sent, Error>({
    queryKey: ['crm/whatsapp/send', body],
    queryFn: ({ signal }) =>
      client.request({ method: 'POST', to: 'crm/whatsapp/send', body, signal, dryRun: true }),
    enabled: body !== undefined && isWhole,
  });
  return addressee === undefined ? undefined : data?.result.rule;
}

/** A function that registers a field with its form. */
type Register = (name: keyof Words) => UseFormRegisterReturn;

interface WordsFieldsProps {
  readonly words: Words;
  readonly register: Register;
  readonly addressee: Addressee | undefined;
  readonly label: string;
  readonly fieldError: string | undefined;
}

export function WordsFields(props: WordsFieldsProps): ReactNode {
  const { words, register, addressee, label, fieldError } = props;
  const { t } = useSpeech();
  const rule = useHeldBack(addressee, words);
  return (
    <>
      {addressee?.person !== undefined && (
        <Segment
          legend={t('message.way')}
          options={[
            { value: 'words', label: t('message.way.words') },
            { value: 'template', label: t('message.way.template') },
          ]}
          {...register('way')}
        />
      )}
      {words.way === 'template' && addressee?.person !== undefined ? (
        <TemplateField id={words.templateId} register={register} person={addressee.person} />
      ) : (
        <LongTextField label={label} fieldError={fieldError} {...register('body')} />
      )}
      {rule !== undefined && (
        <p className="notice wait" role="status">
          {heldBackText(t, rule, addressee)}
        </p>
      )}
    </>
  );
}

function heldBackText(
  t: (id: MessageId, values?: Record<string, string>) => string,
  rule: string,
  addressee: Addressee | undefined,
): string {
  if (rule === 'WINDOW_CLOSED' && addressee?.person === undefined) {
    return t('message.rule.window-number');
  }
  const id = RULES[rule];
  return id === undefined ? t('message.rule.other', { rule }) : t(id);
}

function TemplateField(props: {
  readonly id: string;
  readonly register: Register;
  readonly person: Person;
}): ReactNode {
  const { id, register, person } = props;
  const { t } = useSpeech();
  const { data } = useRead('crm/template/list', {
    query: { channel: 'WHATSAPP', relatedTo: person.kind, active: true, s: TEMPLATES_MAX },
  });
  if (data?.count === 0) return <p className="faint">{t('message.template.none')}</p>;
  return (
    <>
      <SelectField label={t('message.template')} {...register('templateId')}>
        <option value="">{t('message.template.choose')}</option>
        {data?.result.map((template) => (
          <option key={template.id} value={template.id}>
            {template.label}
          </option>
        ))}
      </SelectField>
      {id !== '' && <Preview id={id} person={person} />}
    </>
  );
}

function Preview({ id, person }: { readonly id: string; readonly person: Person }): ReactNode {
  const { t } = useSpeech();
  const { data } = useRead('crm/template/preview/id/{id}', {
    path: { id },
    query: { relatedToId: person.id },
  });
  if (data === undefined) return null;
  return (
    <div className="bubble out">
      <p>{data.text}</p>
      {data.missing.length > 0 && (
        <p className="wait">{t('message.template.missing', { names: data.missing.join(', ') })}</p>
      )}
    </div>
  );
}
