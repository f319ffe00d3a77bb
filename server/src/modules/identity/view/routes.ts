// Routes for own and shared saved views, and for users' own settings.

import { Type } from '@sinclair/typebox';
import { PAGE_BS, pageBS, pageOf } from '../../../platform/http/reply/paging.js';
import { list, type Route, write } from '../../../platform/http/route.js';
import {
  closedObject,
  openObject,
  wireFlag,
  wireId,
  wireInstant,
  wireText,
} from '../../../platform/http/shape/wire.js';
import { SAVED_VIEW } from '../limits.js';
import { identityProblems } from '../problems.js';
import { idParams } from '../schema.js';
import { ownSettings, removeView, savedViews, saveView, setOwnSetting } from './saved-view.js';

const READ = { permission: 'system.own-account.read' } as const;
const CHANGE = { permission: 'system.own-account.change', scope: 'OFFICE' } as const;

const name = (description: string) => Type.String({ pattern: '^[a-z][a-z.-]{0,39}$', description });

const viewMembers = {
  place: name('The list to which the view belongs, such as `orders`'),
  label: wireText({ description: 'Name of the view', longest: SAVED_VIEW.labelCharactersMax }),
  search: wireText({
    description: 'Filters, grouping and sort order, as a URL query string',
    longest: SAVED_VIEW.searchCharactersMax,
  }),
};

const shared = wireFlag({
  description: 'Whether users who share a business office with its owner can see it',
});

const viewRecord = closedObject({
  id: wireId({ description: 'Id of the view' }),
  ...viewMembers,
  shared,
  own: wireFlag({ description: 'Whether you own the view; only the owner can change it' }),
  owner: wireText({ description: 'Name of the owner' }),
  createdDttm: wireInstant({ description: 'Time at which the view was first saved' }),
  lastModifiedDttm: wireInstant({ description: 'Time at which the view was last saved' }),
});

const settingName = name('Name of the setting, such as `orders.columns`');
const settingValue = (description: string) =>
  wireText({ description, longest: SAVED_VIEW.settingCharactersMax });

const setting = openObject({
  name: settingName,
  value: settingValue('The value, whose meaning the client defines'),
});

const settingBody = closedObject({
  name: settingName,
  value: Type.Optional(settingValue('The value; default: the empty text')),
});

/** All routes for saved views and own settings. */
export const savedViewRoutes: readonly Route[] = [
  list({
    ...READ,
    path: 'security/own/view/list',
    operation: 'listSavedViews',
    summary: 'Saved views of a list: your own, and those shared by users of your offices',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS, place: viewMembers.place }),
    reply: viewRecord,
    run: (call, { query }) => savedViews(call, query.place, pageOf(query, PAGE_BS)),
  }),
  write({
    ...CHANGE,
    method: 'PUT',
    path: 'security/own/view/save',
    operation: 'saveView',
    summary: 'Save a view under a name; replaces your view with this name',
    body: closedObject({ ...viewMembers, shared: Type.Optional(shared) }),
    reply: viewRecord,
    problems: [identityProblems.TOO_MANY_KEPT],
    example: { place: 'orders', label: 'Live sells', search: 'status=EXECUTING&side=SELL' },
    run: (work, { body }) => saveView(work, { shared: false, ...body }),
  }),
  write({
    ...CHANGE,
    method: 'DELETE',
    path: 'security/own/view/remove/id/{id}',
    operation: 'removeSavedView',
    summary: 'Remove one of your views',
    params: idParams,
    run: (work, { params }) => removeView(work, params.id),
  }),
  list({
    ...READ,
    path: 'security/own/setting/list',
    operation: 'listOwnSettings',
    summary: 'Your settings, by name',
    paging: PAGE_BS,
    query: closedObject({ ...pageBS }),
    reply: setting,
    run: (call, { query }) => ownSettings(call, pageOf(query, PAGE_BS)),
  }),
  write({
    ...CHANGE,
    method: 'PUT',
    path: 'security/own/setting/set',
    operation: 'setOwnSetting',
    summary: 'Set one of your settings',
    body: settingBody,
    reply: setting,
    problems: [identityProblems.TOO_MANY_KEPT],
    example: { name: 'orders.columns', value: 'term,origin' },
    run: (work, { body: { name, value = '' } }) => setOwnSetting(work, { name, value }),
  }),
];
