// Saved views of a list, chosen by name and saved for the user or for the whole office.

import type { ItemOf } from '@countinghouse/sdk';
import { Bookmark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components';
import { useForm } from 'react-hook-form';
import { useAct } from '../lib/act.js';
import { useRead } from '../lib/api.js';
import { useKeys } from '../lib/key.js';
import { useSpeech } from '../lib/language.js';
import { useMay } from '../lib/permission.js';
import { write } from '../lib/write.js';
import { CurlButton } from './action-menu.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';
import { CheckField, TextField } from './field.js';
import { Form } from './form.js';
import { fieldErrorOf, Problem } from './problem.js';

const VIEWS_MAX = 500;
const TOUCHED = ['security/own/view'];

type View = ItemOf<'security/own/view/list'>;

interface ViewMenuProps {
  /** The list that the views belong to. */
  readonly place: string;
  /** The current filters, in the format of `searchTextOf`. Empty if there is no filter. */
  readonly search: string;
  readonly onChoose: (search: string) => void;
}

/** Writes URL parameters in a fixed order, so that identical views have identical strings. */
export function searchTextOf(members: object): string {
  const given = Object.entries(members).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => [name, String(value)]);
  const search = new URLSearchParams(texts);
  search.sort();
  return search.toString();
}

export function ViewMenu({ place, search, onChoose }: ViewMenuProps): ReactNode {
  const { t } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const mayChange = useMay('system.own-account.change');
  const act = useAct();
  const { data } = useRead('security/own/view/list', { query: { place, s: VIEWS_MAX } });
  const views: readonly View[] = data?.result ?? [];
  const current = views.find((view) => view.search === search);
  useKeys({ v: () => setOpen(true) });
  const remove = (view: View) =>
    act.run(write('delete', 'security/own/view/remove/id/{id}', { path: { id: view.id } }), {
      ...{ say: t('view.removed', { label: view.label }), touches: TOUCHED, asToast: true },
    });
  return (
    <>
      <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button>
          <Bookmark aria-hidden />
          {current?.label ?? t('view.views')}
        </Button>
        <Popover className="menu" placement="bottom end">
          <Menu aria-label={t('view.views')} autoFocus="first">
            <Views title={t('view.own')} of={views.filter(({ own }) => own)} onChoose={onChoose} />
            <Views
              title={t('view.shared')}
              of={views.filter(({ own }) => !own)}
              onChoose={onChoose}
            />
            {views.length > 0 && <Separator />}
            {mayChange && search !== '' && (
              <MenuItem onAction={() => setSaving(true)}>{t('view.save')}</MenuItem>
            )}
            {mayChange && current?.own === true && (
              <MenuItem onAction={() => void remove(current)}>
                {t('view.remove', { label: current.label })}
              </MenuItem>
            )}
            {views.length === 0 && search === '' && (
              <MenuItem isDisabled>{t('view.none')}</MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {isSaving && (
        <ViewForm
          place={place}
          search={search}
          first={current?.own === true ? current : undefined}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

function Views(props: {
  readonly title: string;
  readonly of: readonly View[];
  readonly onChoose: (search: string) => void;
}): ReactNode {
  if (props.of.length === 0) return null;
  return (
    <MenuSection>
      <Header>{props.title}</Header>
      {props.of.map(({ id, label, search, own, owner }) => (
        <MenuItem key={id} textValue={label} onAction={() => props.onChoose(search)}>
          {label}
          {!own && <span className="faint">{owner}</span>}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

interface ViewFormProps {
  readonly place: string;
  readonly search: string;
  readonly first: View | undefined;
  readonly onClose: () => void;
}

function ViewForm({ place, search, first, onClose }: ViewFormProps): ReactNode {
  const { t } = useSpeech();
  const act = useAct();
  const form = useForm({
    defaultValues: { label: first?.label ?? '', shared: first?.shared ?? false },
  });
  const saving = (values: { readonly label: string; readonly shared: boolean }) =>
    write('put', 'security/own/view/save', { body: { place, search, ...values } });
  const submit = form.handleSubmit(async (values) => {
    const done = { say: t('view.saved', { label: values.label }), touches: TOUCHED };
    if ((await act.run(saving(values), done)) !== undefined) onClose();
  });
  return (
    <Dialog title={t('view.save')} onClose={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label={t('view.name')}
          autoFocus
          fieldError={fieldErrorOf(act.error, 'label')}
          hint={t('view.name.hint')}
          {...form.register('label')}
        />
        <CheckField label={t('view.share')} {...form.register('shared')} />
        <Problem error={act.error} shown={['label']} />
        <div className="actions end">
          <CurlButton write={() => saving(form.getValues())} />
          <Button tone="primary" type="submit" isPending={act.isPending}>
            {t('action.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
