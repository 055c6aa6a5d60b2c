// The pictures in the README, each of a real run. `.ci/browser --pictures` takes them.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FOLDER = join('docs', 'pictures');
const SMALL = 'fixtures/migrated/tofu-1.12.6/plan.json';
const MEDIUM = 'fixtures/medium/tofu-1.12.6/plan.json';

// What the program says; a gate that fails is no error here.
function said(...arguments_) {
  const run = spawnSync(join(process.env.CARGO_TARGET_DIR ?? 'target', 'debug', 'planlint'), arguments_, { encoding: 'utf8' });
  if (run.status !== 0 && run.status !== 1) throw new Error(run.stderr);
  return run.stdout;
}

const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

// Text with the colours of a terminal as HTML.
function coloured(text) {
  const names = { 1: 'font-weight:bold', 2: 'opacity:.65', 31: 'color:#ff7b72', 32: 'color:#7ee787', 33: 'color:#e3b341', 36: 'color:#79c0ff' };
  let open = 0;
  return escaped(text).replace(/\u001b\[([\d;]*)m/g, (_, codes) => {
    const styles = codes.split(';').map((code) => names[code]).filter(Boolean);
    const closed = styles.length > 0 ? '' : '</span>'.repeat(open);
    open = styles.length > 0 ? open + 1 : 0;
    return closed || `<span style="${styles.join(';')}">`;
  });
}

function document(style, body) {
  return `<!DOCTYPE html><meta charset="utf-8"><style>${style}</style><body>${body}`;
}

function table() {
  const command = `<b>$</b> planlint ${SMALL}\n`;
  const style = 'body{margin:0;background:#0d1117;color:#e6edf3}pre{margin:0;padding:1.2rem 1.5rem;font:14px/1.5 "DejaVu Sans Mono",monospace;white-space:pre-wrap;overflow-wrap:anywhere}';
  return document(style, `<pre>${command}${coloured(said(SMALL, '--color', 'always'))}</pre>`);
}

function comment() {
  const markdown = said(MEDIUM, '--format', 'markdown', '--for', 'github-comment');
  const html = execFileSync('cargo', ['run', '--quiet', '--locked', '--example', 'render_markdown'], { input: markdown, encoding: 'utf8' });
  const style = `body{margin:0;padding:1rem 1.5rem;font:14px/1.5 "Segoe UI","Noto Sans","DejaVu Sans",sans-serif,"Noto Color Emoji";color:#1f2328}
    h3{margin:.2rem 0 .8rem;font-size:1.2rem}table{border-collapse:collapse;margin:.6rem 0}th,td{border:1px solid #d1d9e0;padding:.3rem .8rem;text-align:left}
    tr:nth-child(even){background:#f6f8fa}code{font:85% "DejaVu Sans Mono",monospace;background:#eff1f3;border-radius:6px;padding:.15em .35em}
    td:first-child{white-space:nowrap}ul{padding-left:1.6rem}summary{margin:.3rem 0}`;
  return document(style, html);
}

async function take(browser, name) {
  const file = join(FOLDER, `${name}.png`);
  writeFileSync(file, await browser.picture());
  const bytes = statSync(file).size;
  console.log(`     ${file}: ${bytes} bytes`);
  if (bytes > 150_000) throw new Error(`${file} is too large`);
}

export async function pictures({ open }, page) {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, html, height] of [['table', table(), 620], ['comment', comment(), 700]]) {
    const file = join(tmpdir(), `planlint-${name}.html`);
    writeFileSync(file, html);
    const browser = await open({ width: 980, height });
    await browser.go(pathToFileURL(file).href);
    await take(browser, name);
  }
  const { url } = page('picture', MEDIUM);
  const light = await open({ width: 1100, height: 720 });
  await light.go(url);
  await take(light, 'page');
  const dark = await open({ width: 1100, height: 620, dark: true });
  await dark.go(url);
  await dark.click('button[data-kind="delete"]');
  await dark.click('button[data-kind="replace"]');
  await dark.run(`for (const id of ['change-5', 'change-6']) document.querySelector('#' + id + ' details').open = true;
    document.querySelector('#input-0').scrollIntoView()`);
  await take(dark, 'page-dark');
}
