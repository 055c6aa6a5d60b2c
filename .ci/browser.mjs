// Tests of the page in Chromium. `.ci/browser` starts it with everything in place.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { becomes, driver, until } from './driver.mjs';

const folder = mkdtempSync(join(tmpdir(), 'planlint-browser-'));
const planlint = join(process.env.CARGO_TARGET_DIR ?? 'target', 'debug', process.platform === 'win32' ? 'planlint.exe' : 'planlint');

// Writes the page of plans; a gate that fails is no error here.
function page(name, ...arguments_) {
  const file = join(folder, `${name}.html`);
  try {
    execFileSync(planlint, [...arguments_, '--format', 'html', '--output', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
  return { file, url: pathToFileURL(file).href };
}

// A plan with these changes.
function plan(name, changes) {
  const file = join(folder, `${name}.json`);
  const resource_changes = changes.map(({ address, module, actions, before = null, after = null }) => ({
    address,
    module_address: module,
    mode: 'managed',
    type: 'terraform_data',
    name: 'x',
    provider_name: 'example.org/acme/made',
    change: { actions, before, after, after_unknown: {}, before_sensitive: {}, after_sensitive: {} },
  }));
  // What stays is planned.
  const resources = changes
    .filter(({ actions }) => actions.at(-1) !== 'delete')
    .map(({ address, after }) => ({ address, mode: 'managed', type: 'terraform_data', name: 'x', values: after }));
  const planned_values = { root_module: { resources } };
  const document = { format_version: '1.2', terraform_version: '1.10.0', resource_changes, planned_values };
  writeFileSync(file, JSON.stringify(document));
  return file;
}

// Ten thousand changes in fifty modules, each with more to tell than the page has room for.
function many() {
  const kinds = [['update'], ['create'], ['delete'], ['delete', 'create']];
  const object = (index, version) =>
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`attribute_${at}`, `value ${version} of ${index} at ${at}`]));
  return Array.from({ length: 10_000 }, (_, index) => {
    const actions = kinds[index % 4];
    return {
      address: `module.app[${index % 50}].terraform_data.x[${index}]`,
      module: `module.app[${index % 50}]`,
      actions,
      before: actions[0] === 'create' ? null : object(index, 'one'),
      after: actions.at(-1) === 'delete' ? null : object(index, 'two'),
    };
  });
}

const HOSTILE = [
  '<script>document.title = "hacked"</script>',
  '"><img src=x onerror="document.title = \'hacked\'">',
  '<svg onload="document.title = \'hacked\'">',
  '<style>* { display: none }</style>',
  '<a href="javascript:document.title = \'hacked\'">x</a>',
  '</code></summary></details></li></ol><h1>PASS</h1>',
  '<iframe src="https://evil.example"></iframe><link rel=stylesheet href="https://evil.example">',
  '<base href="https://evil.example"><meta http-equiv=refresh content="0;url=https://evil.example">',
];

const shown = (browser) => browser.run(`return [...document.querySelectorAll('li.change')].filter((row) => row.offsetParent).length`);
const counted = (browser) => browser.run(`return document.querySelector('#shown').textContent`);
const focused = (browser) => browser.run(`return document.activeElement.closest('summary')?.textContent ?? document.activeElement.id`);
const ESCAPE = '\uE00C';
const ENTER = '\uE007';

// No error on the console, no request but for the page itself.
async function isSilent(browser, url) {
  const errors = (await browser.log('browser')).map((entry) => entry.message);
  assert.deepEqual(errors, [], 'nothing on the console');
  const requests = (await browser.log('performance'))
    .map((entry) => JSON.parse(entry.message).message)
    .filter((event) => event.method === 'Network.requestWillBeSent')
    .map((event) => event.params.request.url.split('#')[0])
    .filter((asked) => asked !== url && !asked.startsWith('data:,') && !asked.startsWith('chrome:'));
  assert.deepEqual(requests, [], 'no request');
  assert.deepEqual(await browser.run(`return performance.getEntriesByType('resource').map((entry) => entry.name)`), []);
}

const tests = {
  async 'filters, search, modules and keys'({ open }) {
    const { url } = page('medium', 'fixtures/medium/tofu-1.12.6/plan.json');
    const browser = await open();
    await browser.go(url);
    assert.match(await browser.title(), /^FAIL · .*plan\.json · planlint$/);
    // From the engine's own sentence: 37 to add, 82 to change, 36 to destroy; of those 31 are replaced.
    const all = await shown(browser);
    assert.equal(all, 127);
    assert.equal(await counted(browser), '127 of 127 changes shown');

    await browser.click('button[data-kind="delete"]');
    await becomes('that many changes are shown', () => shown(browser), 5);
    await browser.click('button[data-kind="replace"]');
    await becomes('two kinds are more than one', () => shown(browser), 36);
    await browser.press(ESCAPE);
    await becomes('Escape clears', () => shown(browser), all);

    await browser.press('/', ...'kms');
    const found = await until('the search finds fewer', async () => (await shown(browser)) < all && shown(browser));
    assert.equal(await browser.run(`return [...document.querySelectorAll('li.change')].filter((row) => row.offsetParent)
      .every((row) => row.querySelector('summary').textContent.includes('kms'))`), true);
    assert.ok(found > 0);
    await browser.press(ESCAPE);
    await becomes('that many changes are shown', () => shown(browser), all);

    const [name, inside] = await browser.run(`const link = document.querySelector('nav ul ul a[data-from]');
      return [link.querySelector('code').textContent,
        [...link.querySelector('.counts').textContent.matchAll(/\\d+/g)].reduce((sum, [count]) => sum + Number(count), 0)]`);
    await browser.click('nav ul ul a[data-from]');
    await becomes(`as many as the tree says of ${name}`, () => shown(browser), inside);
    assert.equal(await browser.run(`return [...document.querySelectorAll('li.change')].filter((row) => row.offsetParent)
      .every((row) => row.querySelector('code').textContent.startsWith('module.' + arguments[0]))`, name), true);
    await browser.click('nav ul ul a[data-from]');
    await becomes('the same again lets go', () => shown(browser), all);

    await browser.press('j');
    const first = await focused(browser);
    await browser.press('j');
    await until('j goes on', async () => (await focused(browser)) !== first);
    await browser.press('k');
    await becomes('j and k go forth and back', () => focused(browser), first);
    const isOpen = () => browser.run(`return document.activeElement.parentElement.open`);
    const before = await isOpen();
    await browser.press('o');
    await becomes('o opens or closes', isOpen, !before);
    await browser.press(ENTER);
    await becomes('so does Enter', isOpen, before);
    await browser.press('?');
    const keys = () => browser.run(`return document.querySelector('#keys').open`);
    await becomes('? shows the keys', keys, true);
    await browser.press(ESCAPE);
    await becomes('Escape closes them', keys, false);

    // What decided leads to the change, even when a filter hides it.
    await browser.click('button[data-kind="move"]');
    await browser.click('header a');
    await browser.click('.finding a');
    // The page hears of a new hash in a later turn than that of the click.
    await becomes('the change is shown, and open', () => browser.run(`const row = document.getElementById(location.hash.slice(1));
      return row?.matches('li.change') && row.offsetParent !== null && row.querySelector('details').open`), true);
    await isSilent(browser, url);
  },

  async 'hostile addresses stay text'({ open }) {
    const changes = HOSTILE.map((text) => ({
      address: `terraform_data.x[${JSON.stringify(text)}]`,
      actions: ['update'],
      before: { input: text, [text]: text },
      after: { input: `${text}${text}`, [text]: 1 },
    }));
    const { url } = page('hostile', plan('hostile', changes));
    const browser = await open();
    await browser.go(url);
    await browser.click('#open');
    assert.match(await browser.title(), /planlint$/);
    const texts = await browser.run(`return [...document.querySelectorAll('li.change summary > code')].map((code) => code.innerText)`);
    for (const { address } of changes) assert.ok(texts.includes(address), address);
    assert.deepEqual(await browser.run(`return [...document.querySelectorAll('main :is(img, svg, style, iframe, link, base, meta, script, h1)')].map((bad) => bad.outerHTML)`), []);
    await isSilent(browser, url);
  },

  async 'it reads without JavaScript'({ open }) {
    const { url } = page('plain', 'fixtures/medium/tofu-1.12.6/plan.json');
    const browser = await open({ script: false });
    await browser.go(url);
    assert.equal(await shown(browser), 127, 'every change is there');
    assert.equal(await browser.run(`return document.querySelector('#controls').offsetParent`), null, 'nothing that would do nothing');
    await browser.click('li.change summary .fate');
    assert.equal(await browser.run(`return document.querySelector('li.change details').open && document.querySelector('li.change pre').offsetHeight > 0`), true);
    await isSilent(browser, url);
  },

  async 'it fits a telephone, and both colour schemes can be read'({ open }) {
    const { url } = page('narrow', 'fixtures/medium/tofu-1.12.6/plan.json', 'fixtures/checks/tofu-1.12.6/plan.json');
    for (const dark of [false, true]) {
      const browser = await open({ mobile: true, width: 375, height: 800, dark });
      await browser.go(url);
      await browser.click('#open');
      const width = await browser.run(`return document.documentElement.scrollWidth`);
      assert.ok(width <= 375, `nothing stands out to the side: ${width}`);
      // Contrast as WCAG 2 defines it, over every element with a text of its own.
      const poor = await browser.run(`
        const light = (colour) => {
          const [r, g, b] = colour.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const behind = (element) => {
          for (let at = element; at; at = at.parentElement) {
            const colour = getComputedStyle(at).backgroundColor;
            if (!/, 0\\)$/.test(colour)) return colour;
          }
          return 'rgb(255, 255, 255)';
        };
        const poor = new Set();
        for (const element of document.querySelectorAll('body :not(script, style)')) {
          if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) || !element.offsetParent) continue;
          const [one, two] = [light(getComputedStyle(element).color), light(behind(element))].sort((a, b) => b - a);
          if ((one + 0.05) / (two + 0.05) < 4.5) poor.add(element.tagName + '.' + element.className);
        }
        return [...poor]`);
      assert.deepEqual(poor, [], dark ? 'dark' : 'light');
    }
  },

  async '10,000 changes open'({ open }) {
    const { file, url } = page('many', plan('many', many()));
    const bytes = statSync(file).size;
    assert.ok(bytes < 20_000_000, `${bytes} bytes`);
    // The best of three: all else that a machine does only adds.
    let [milliseconds, worked, browser] = [Infinity, Infinity];
    for (let round = 0; round < 3; round += 1) {
      browser = await open();
      await browser.devtools('Performance.enable', { timeDomain: 'threadTicks' });
      await browser.go(url);
      assert.equal(await counted(browser), '10000 of 10000 changes shown');
      milliseconds = Math.min(milliseconds, await browser.run(`return performance.getEntriesByType('navigation')[0].loadEventEnd`));
      const { metrics } = await browser.devtools('Performance.getMetrics', {});
      worked = Math.min(worked, metrics.find(({ name }) => name === 'TaskDuration').value * 1000);
    }
    const filtering = await browser.run(`const start = performance.now();
      document.querySelector('button[data-kind="delete"]').click();
      document.body.offsetHeight;
      return performance.now() - start`);
    console.log(`     ${(bytes / 1e6).toFixed(1)} MB: open after ${Math.round(milliseconds)} ms, filtered after ${Math.round(filtering)} ms`);
    // A shared machine proves nothing by being slow: whoever reads this line judges. A page that hangs is no matter of taste.
    if (milliseconds >= 2000) {
      console.log(`!!   that is more than two seconds, of which the page itself worked ${Math.round(worked)} ms (load ${loadavg()[0]} on ${cpus().length} cores)`);
    }
    assert.ok(milliseconds < 20_000, `${milliseconds} ms`);
    assert.equal(await shown(browser), 2500);
    await isSilent(browser, url);
  },
};

const chromium = await driver();
let failed = 0;
try {
  for (const [name, test] of Object.entries(tests)) {
    try {
      await test(chromium);
      console.log(`ok   ${name}`);
    } catch (error) {
      failed += 1;
      console.error(`FAIL ${name}\n${error.stack}`);
    }
  }
  if (process.argv.includes('--pictures')) {
    const { pictures } = await import('./pictures.mjs');
    await pictures(chromium, page);
  }
} finally {
  await chromium.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;
