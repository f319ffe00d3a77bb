// The fields for roles and offices, and the effect of a change.

import type { ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CheckField } from '../../component/field.js';
import { useSpeech } from '../../lib/language.js';
import { useOffices } from '../../lib/office.js';
import { useOwn } from '../../lib/permission.js';
import { type RightChange, useRightChange, useRoleWords } from './right.js';
import { ROLES, type Role } from './search.js';

/** The form values of a user or API client. */
export interface PrincipalValues {
  readonly username: string;
  readonly label: string;
  readonly emailAddress: string;
  readonly roles: Role[];
  readonly allOffices: boolean;
  readonly officeIds: string[];
}

export type PrincipalFormOf = UseFormReturn<PrincipalValues>;

interface RightFieldsProps {
  readonly form: PrincipalFormOf;
  /** The stored roles. Empty for a new user or client. */
  readonly before: readonly string[];
  readonly rolesError: string | undefined;
  readonly officesError: string | undefined;
}

export function RightFields(props: RightFieldsProps): ReactNode {
  const { form, before, rolesError, officesError } = props;
  const { t } = useSpeech();
  const { nameOf, sentenceOf } = useRoleWords();
  const roles = form.watch('roles');
  const change = useRightChange(before, roles);
  return (
    <>
      <fieldset className="fields stack">
        <legend>{t('right.roles')}</legend>
        {ROLES.map((role) => (
          <div key={role}>
            <CheckField label={nameOf(role)} value={role} {...form.register('roles')} />
            <span className="hint check-hint">{sentenceOf(role)}</span>
          </div>
        ))}
        {rolesError !== undefined && <span className="fault">{rolesError}</span>}
      </fieldset>
      <OfficeFields form={form} error={officesError} />
      {change !== undefined && <ChangeOfRights change={change} />}
    </>
  );
}

function OfficeFields({ form, error }: OfficeProps): ReactNode {
  const { t } = useSpeech();
  const own = useOwn();
  const offices = useOffices();
  const isAll = form.watch('allOffices');
  return (
    <fieldset className="fields stack">
      <legend>{t('right.offices')}</legend>
      <CheckField
        label={t('right.offices.all')}
        disabled={own?.allOffices === false}
        {...form.register('allOffices')}
      />
      {!isAll &&
        offices.map(({ id, label }) => (
          <CheckField key={id} label={label} value={String(id)} {...form.register('officeIds')} />
        ))}
      {error !== undefined && <span className="fault">{error}</span>}
    </fieldset>
  );
}

interface OfficeProps {
  readonly form: PrincipalFormOf;
  readonly error: string | undefined;
}

function ChangeOfRights({ change }: { readonly change: RightChange }): ReactNode {
  const { t } = useSpeech();
  const { gained, lost } = change;
  if (gained.length + lost.length === 0) return <p className="faint">{t('right.same')}</p>;
  return (
    <details className="reading" aria-live="polite">
      <summary>{t('right.change', { gained: gained.length, lost: lost.length })}</summary>
      <ul className="change">
        {gained.map((permission) => (
          <li key={permission}>
            <ins>+ {permission}</ins>
          </li>
        ))}
        {lost.map((permission) => (
          <li key={permission}>
            <del>− {permission}</del>
          </li>
        ))}
      </ul>
    </details>
  );
}
