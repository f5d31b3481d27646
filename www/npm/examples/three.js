// Birds and a hawk in three.js: one instanced mesh, moved by the flock.
import { build, load } from "flockwright";
import * as THREE from "three";

const SIZE = { width: 600, height: 400 };
const renderer = new THREE.WebGLRenderer({ antialias: true });
document.body.append(renderer.domElement);
renderer.setSize(innerWidth, innerHeight);
const scene = new THREE.Scene();
scene.background = new THREE.Color("#0a0d18");
scene.add(new THREE.HemisphereLight("#ffffff", "#445577", 3));
const camera = new THREE.PerspectiveCamera(50, innerWidth / innerHeight, 1, 3000);
camera.position.set(0, 330, 360);
camera.lookAt(0, 0, 30);

load().then(() => {
  const flock = build({
    ...SIZE,
    seed: 7,
    values: { edges: "wrap", toroidal: true },
    groups: {
      birds: {
        body: "rigid",
        count: 300,
        behaviors: ["cohesion", "alignment", "separation", "fright"],
        fears: ["hawk"],
        values: { view: "limited" },
      },
      hawk: {
        body: "rigid",
        count: 1,
        behaviors: ["chase"],
        hunts: ["birds"],
        values: { chasers: "everyone" },
      },
    },
  });
  const shape = new THREE.ConeGeometry(1.6, 7, 5).rotateZ(-Math.PI / 2);
  const birds = new THREE.InstancedMesh(shape, new THREE.MeshLambertMaterial(), flock.count);
  scene.add(birds);
  const [place, color] = [new THREE.Object3D(), new THREE.Color()];
  const clock = new THREE.Clock();
  renderer.setAnimationLoop(() => {
    flock.step(clock.getDelta());
    const { x, y, hx, hy } = flock.shown(); // between two ticks: even at any frame rate
    for (let unit = 0; unit < flock.count; unit++) {
      const heading = Math.atan2(hy[unit], hx[unit]);
      place.position.set(x[unit] - SIZE.width / 2, 0, y[unit] - SIZE.height / 2);
      place.rotation.y = -heading;
      place.scale.setScalar(unit < 300 ? 1 : 3);
      place.updateMatrix();
      birds.setMatrixAt(unit, place.matrix);
      birds.setColorAt(unit, color.setHSL(heading / (2 * Math.PI), unit < 300 ? 0.6 : 0, 0.7));
    }
    birds.instanceMatrix.needsUpdate = birds.instanceColor.needsUpdate = true;
    renderer.render(scene, camera);
  });
  globalThis.flock = flock;
});
