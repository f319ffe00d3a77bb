// The form for a user or API client. For an existing one, it sends only the changed fields.

import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { CurlButton } from '../../component/action-menu.js';
import { Button } from '../../component/button.js';
import { TextField } from '../../component/field.js';
import { Form } from '../../component/form.js';
import { fieldErrorOf } from '../../component/problem.js';
import type { Act } from '../../lib/act.js';
import { useSpeech } from '../../lib/language.js';
import { useOwn } from '../../lib/permission.js';
import type { Write } from '../../lib/write.js';
import { Refusal } from './refusal.js';
import { type PrincipalFormOf, type PrincipalValues, RightFields } from './right-fields.js';
import { ROLES, type Role } from './search.js';

const SHOWN = ['username', 'label', 'emailAddress', 'roles', 'officeIds'];

/** The fields of a user or client that the form shows. */
interface Stored {
  readonly label: string;
  readonly emailAddress?: string | undefined;
  readonly roles: readonly string[];
  readonly allOffices: boolean;
  readonly officeIds?: readonly number[] | undefined;
}

/** The fields that a write sends. */
interface Sent {
  readonly label?: string;
  readonly emailAddress?: string;
  readonly roles?: Role[];
  readonly allOffices?: boolean;
  readonly officeIds?: number[];
}

interface PrincipalFormProps {
  readonly kind: 'user' | 'client';
  /** The stored record. Undefined for a new one. */
  readonly stored?: Stored;
  readonly act: Act;
  readonly action: string;
  readonly write: (values: PrincipalValues) => Write<unknown>;
  readonly onSend: (write: Write<unknown>) => void;
}

export function PrincipalForm(props: PrincipalFormProps): ReactNode {
  const { kind, stored, act, action, write, onSend } = props;
  const { t } = useSpeech();
  const own = useOwn();
  const isNew = stored === undefined;
  const filled = valuesOf(stored, own?.allOffices !== false);
  const form: PrincipalFormOf = useForm<PrincipalValues>({
    defaultValues: filled,
    // After a save, the form is refilled from the stored record.
    ...(isNew ? {} : { values: filled }),
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((values) => {
    const missing = missingIn(values, { isNew, kind });
    for (const member of missing) form.setError(member, { message: t(`right.missing.${member}`) });
    if (missing.length === 0) onSend(write(values));
  });
  const faultOf = (member: keyof PrincipalValues) =>
    errors[member]?.message ?? fieldErrorOf(act.error, member);
  return (
    <Form onSubmit={submit}>
      {isNew && kind === 'user' && (
        <TextField
          label={t('user.name')}
          hint={t('user.name.hint')}
          autoFocus
          fieldError={faultOf('username')}
          {...form.register('username')}
        />
      )}
      <TextField
        label={t(kind === 'user' ? 'user.label' : 'client.label')}
        autoFocus={isNew && kind === 'client'}
        fieldError={faultOf('label')}
        {...form.register('label')}
      />
      <TextField
        label={t('user.email')}
        type="email"
        fieldError={faultOf('emailAddress')}
        {...form.register('emailAddress')}
      />
      <RightFields
        form={form}
        before={stored?.roles ?? NO_ROLES}
        rolesError={faultOf('roles')}
        officesError={faultOf('officeIds')}
      />
      <Refusal error={act.error} shown={SHOWN} />
      <div className="actions end">
        <CurlButton write={() => write(form.getValues())} />
        <Button tone="primary" type="submit" isPending={act.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}

const NO_ROLES: readonly string[] = [];

function valuesOf(stored: Stored | undefined, mayAllOffices: boolean): PrincipalValues {
  return {
    username: '',
    label: stored?.label ?? '',
    emailAddress: stored?.emailAddress ?? '',
    roles: ROLES.filter((role) => stored?.roles.includes(role)),
    allOffices: stored?.allOffices ?? mayAllOffices,
    officeIds: (stored?.officeIds ?? []).map(String),
  };
}

type Needed = 'username' | 'label' | 'roles' | 'officeIds';

/** Returns the required fields that are empty. */
function missingIn(
  { username, label, roles, allOffices, officeIds }: PrincipalValues,
  { isNew, kind }: { readonly isNew: boolean; readonly kind: 'user' | 'client' },
): readonly Needed[] {
  const missing: Needed[] = [];
  if (isNew && kind === 'user' && username.trim() === '') missing.push('username');
  if (label.trim() === '') missing.push('label');
  if (roles.length === 0) missing.push('roles');
  if (!allOffices && officeIds.length === 0) missing.push('officeIds');
  return missing;
}

/** Returns all fields of a new user or client. */
export function allOf(values: PrincipalValues) {
  const { label, emailAddress, roles, allOffices, officeIds } = values;
  return {
    label: label.trim(),
    roles: [...roles],
    ...(emailAddress.trim() === '' ? {} : { emailAddress: emailAddress.trim() }),
    ...(allOffices ? {} : { officeIds: officeIds.map(Number) }),
  };
}

/** Returns the fields that differ from the stored record. */
export function changesOf(values: PrincipalValues, stored: Stored): Sent {
  const { label, emailAddress, roles, allOffices, officeIds } = values;
  const offices = allOffices ? undefined : officeIds.map(Number);
  const isSameOffices =
    allOffices === stored.allOffices && isSameSet(offices ?? [], stored.officeIds ?? []);
  const newOffices = offices === undefined ? { allOffices: true } : { officeIds: offices };
  return {
    ...(label.trim() === stored.label ? {} : { label: label.trim() }),
    ...(emailAddress.trim() === (stored.emailAddress ?? '')
      ? {}
      : { emailAddress: emailAddress.trim() }),
    ...(isSameSet(roles, stored.roles) ? {} : { roles: [...roles] }),
    ...(isSameOffices ? {} : newOffices),
  };
}

const isSameSet = <T,>(left: readonly T[], right: readonly T[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each));
