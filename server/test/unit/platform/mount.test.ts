// The two mount points: which path the router sees for a request.

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { routedUrl } from '../../../src/platform/http/mount.js';

const LEGACY = '/ebclient/rest/api/v1';

describe('the address that the router sees', () => {
  it('is that of the first mount for a request to the legacy one', () => {
    assert.equal(routedUrl(`${LEGACY}/crm/lead/id/7?a=1`), '/api/v1/crm/lead/id/7?a=1');
    assert.equal(routedUrl(`${LEGACY}/`), '/api/v1/');
    assert.equal(routedUrl(`${LEGACY}//x`), '/api/v1//x');
  });

  it('is found however the legacy mount is spelt', () => {
    assert.equal(routedUrl('/%65bclient/rest/%61pi/v1/x%2Fy'), '/api/v1/x%2Fy');
    assert.equal(routedUrl(`http://proxy:80${LEGACY}/x`), 'http://proxy:80/api/v1/x');
    assert.equal(routedUrl(`HTTPS://proxy${LEGACY}/x`), 'HTTPS://proxy/api/v1/x');
  });

  it('is the given one outside the legacy mount', () => {
    for (const url of [
      ...['/api/v1/x', '/', '', '*', '/livez', '/ebclient/rest', '/ebclient/rest/api/v1'],
      ...[`${LEGACY}x/y`, `${LEGACY.toUpperCase()}/x`, `/a${LEGACY}/x`, `/x?next=${LEGACY}/x`],
      ...['/ebclient%2Frest/api/v1/x', `ftp://h${LEGACY}/x`, `//h${LEGACY}/x`],
    ]) {
      assert.equal(routedUrl(url), url);
    }
  });

  it('is the given one where the router refuses it, so that the refusal shows it', () => {
    for (const url of [`${LEGACY}/%zz`, `${LEGACY}/%c3`, '/%zz/rest/api/v1/x']) {
      assert.equal(routedUrl(url), url);
    }
    assert.equal(routedUrl(`http://h${LEGACY}/x#part`), `http://h${LEGACY}/x#part`);
  });

  it('has one slash in the mount of market data, also if the request has two', () => {
    const chart = '/mds/rest/api/v1/research/x?s=1';
    assert.equal(routedUrl('/mds//rest/api/v1/research/x?s=1'), chart);
    assert.equal(routedUrl('http://proxy//mds//rest/api/v1/x'), 'http://proxy//mds//rest/api/v1/x');
    assert.equal(routedUrl('http://proxy/mds//rest/api/v1/x'), 'http://proxy/mds/rest/api/v1/x');
    for (const url of [chart, '/mds///rest/api/v1/x', '/mds//rest/api/v1', '//mds/rest/api/v1/x']) {
      assert.equal(routedUrl(url), url);
    }
  });

  it('does not depend on the query', () => {
    assert.equal(routedUrl(`${LEGACY}/x?a=%zz`), '/api/v1/x?a=%zz');
    assert.equal(routedUrl('/x?/ebclient/rest/api/v1/x'), '/x?/ebclient/rest/api/v1/x');
  });
});
