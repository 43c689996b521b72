// Looks at every letter of the page named with axe-core, and fails if there is a finding.
const fs = require("fs");
const { JSDOM, VirtualConsole } = require("jsdom");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const line = fs.readFileSync(process.argv[2], "utf8").split("\n").find((l) => l.startsWith("const letters = "));
const letters = JSON.parse(line.slice("const letters = ".length).replace(/;\s*$/, ""));

(async () => {
  let findings = 0, looked = 0;
  for (const letter of letters) {
    if (!letter.HTML) continue;
    const dom = new JSDOM(letter.HTML, { runScripts: "outside-only", pretendToBeVisual: true, virtualConsole: new VirtualConsole() });
    dom.window.eval(axe);
    const result = await dom.window.axe.run(dom.window.document, { rules: { "color-contrast": { enabled: false } } });
    looked++;
    for (const v of result.violations) {
      findings++;
      console.log(`${letter.Name}: ${v.id}: ${v.help}: ${v.nodes.map((n) => n.html).slice(0, 2).join(" ")}`);
    }
    dom.window.close();
  }
  console.log(`axe-core: ${looked} letters, ${findings} findings`);
  process.exit(findings || !looked ? 1 : 0);
})();
